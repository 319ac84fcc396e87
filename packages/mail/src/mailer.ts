import { withoutUnseen } from '@app/runtime';
import { createTransport } from 'nodemailer';

export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** One mail to one person: always as text, and as HTML beside it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** BCP 47, as in `nb`. */
  readonly language: string;
  readonly attachments?: readonly Attachment[];
}

export interface Mailer {
  /**
   * Hands a mail to the server. `id` is the same for every try of one mail, so that a repeat can be recognised by
   * whoever receives it.
   * @throws MailRefused when the server will never take it for this address; anything else may succeed later
   */
  send(mail: Mail, id: string): Promise<void>;
  close(): void;
}

/** The mail server says that this address gets no mail: trying again changes nothing. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

interface Options {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  /** `Name <address>` */
  readonly from: string;
}

const TIMEOUT_MILLIS = 10_000;

/** Sends by SMTP, encrypted by STARTTLS where the server offers it (RFC 3207). */
export function createMailer({ url, from }: Options): Mailer {
  const server = new URL(url);
  const isSecure = server.protocol === 'smtps:';
  const transport = createTransport({
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: Number(server.port || (isSecure ? 465 : 587)),
    secure: isSecure,
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: TIMEOUT_MILLIS,
    greetingTimeout: TIMEOUT_MILLIS,
    socketTimeout: 2 * TIMEOUT_MILLIS,
    // Mails are made of our own text: nothing in them names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send(mail, id) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          subject: withoutUnseen(mail.subject.replace(/\s+/g, ' ')),
          text: withoutUnseen(mail.text),
          html: withoutUnseen(mail.html),
          messageId: `<${id}@${domain}>`,
          headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
          attachments: (mail.attachments ?? []).map(({ fileName, contentType, content }) => ({
            filename: fileName,
            contentType,
            content,
          })),
        });
      } catch (error) {
        throw isRefusal(error) ? new MailRefused('the server takes no mail for this address', { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * A permanent reply (5yz, RFC 5321 section 4.2.1) about the recipient. One about the sender, the login or the content
 * concerns us.
 */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  return command === 'RCPT TO' && responseCode >= 500 && responseCode < 600;
}
