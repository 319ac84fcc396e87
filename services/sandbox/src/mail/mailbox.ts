import { randomUUID } from 'node:crypto';
import { type Clock, timestamp } from '@app/runtime';
import PostalMime, { type Address, type Attachment } from 'postal-mime';

/** A received mail as `GET /sandbox/mail` shows it (EXT-R11). */
export interface ReceivedMail {
  readonly id: string;
  readonly from: string;
  /** Addresses that the mail was delivered to, separated by `, `. */
  readonly to: string;
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly {
    readonly file_name: string;
    readonly content_type: string;
    readonly content_base64: string;
  }[];
  readonly received_at: string;
}

export interface Mailbox {
  /** @throws when the message is no mail that can be read */
  deliver(raw: Uint8Array, envelope: Envelope): Promise<void>;
  /** Newest first; with an address only what was delivered to it, whatever its case. */
  list(recipient?: string): readonly ReceivedMail[];
  empty(recipient?: string): void;
}

export interface Envelope {
  readonly sender: string;
  readonly recipients: readonly string[];
}

/** Mails kept, and the bytes they may take together; the oldest goes first. */
const MAX_MAILS = 1000;
const MAX_BYTES = 256 * 1024 * 1024;

interface Kept {
  readonly mail: ReceivedMail;
  readonly recipients: readonly string[];
  readonly bytes: number;
}

export function createMailbox(clock: Clock): Mailbox {
  /** Oldest first. */
  let kept: Kept[] = [];
  let bytes = 0;

  const isFor = (recipient: string | undefined) => (one: Kept) =>
    recipient === undefined || one.recipients.includes(recipient.trim().toLowerCase());
  const forget = (gone: readonly Kept[]): void => {
    const set = new Set(gone);
    kept = kept.filter((one) => !set.has(one));
    bytes -= gone.reduce((sum, one) => sum + one.bytes, 0);
  };

  return {
    deliver: async (raw, envelope) => {
      const mail = await read(raw, envelope, timestamp(clock.now()));
      kept.push({
        mail,
        recipients: envelope.recipients.map((address) => address.toLowerCase()),
        bytes: raw.byteLength,
      });
      bytes += raw.byteLength;
      while (kept.length > MAX_MAILS || (bytes > MAX_BYTES && kept.length > 1)) forget(kept.slice(0, 1));
    },
    list: (recipient) =>
      kept
        .filter(isFor(recipient))
        .map((one) => one.mail)
        .reverse(),
    empty: (recipient) => forget(kept.filter(isFor(recipient))),
  };
}

async function read(raw: Uint8Array, envelope: Envelope, receivedAt: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  return {
    id: randomUUID(),
    from: addressOf(mail.from) ?? envelope.sender,
    to: envelope.recipients.join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? null,
    html: mail.html ?? null,
    attachments: mail.attachments.map(describeAttachment),
    received_at: receivedAt,
  };
}

const addressOf = (address: Address | undefined): string | undefined =>
  address?.address ?? address?.group?.[0]?.address;

const describeAttachment = ({ filename, mimeType, content }: Attachment) => ({
  file_name: filename ?? '',
  content_type: mimeType,
  content_base64: typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('base64'),
});
