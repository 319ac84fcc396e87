import { Failure, invalid } from '@app/contract/failure';
import { appendToOutbox, type Database, defineCommand } from '@app/db';
import { type DueMail, enqueueMail, languageTag, type Mail } from '@app/mail';
import { lockChanges } from '@app/records';
import type { ClientOf, Organisation } from '@app/rpc';
import { type Clock, type Language, shownName } from '@app/runtime';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { documentSendings } from '../schema/document-sendings.ts';
import type { Document } from './document.ts';
import { documentChanged } from './events.ts';
import type { PartnerSource } from './ground.ts';
import { letterOf } from './letter.ts';
import { changeDocument, findDocument, lockDocument } from './store.ts';
import type { Caller } from './wanted.ts';

export interface SendingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly partners: PartnerSource;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
  /** The PDF of a document. */
  readonly draw: (document: Document) => Promise<{ readonly fileName: string; readonly content: Buffer }>;
  /** The same as EHF; null where the customer takes none. */
  readonly writeElectronic: (
    document: Document,
  ) => Promise<{ readonly fileName: string; readonly content: Buffer } | null>;
}

const MAIL = 'document';

const sending = defineCommand<{ readonly documentId: number }>({
  name: 'send_document',
  result: z.object({ documentId: z.int() }),
});

/**
 * Sends a posted document by e-mail, once per command: the mail leaves soon after, whatever happens to this process.
 * @throws Failure 400 `document.not_posted`, `document.missing_email`
 */
export async function sendDocument(
  deps: SendingDeps,
  { userId, commandKey }: Caller,
  document: Document,
  email: string | null,
): Promise<void> {
  const { clientAccountId, id } = document;
  if (document.status !== 'POSTED')
    throw invalid(`Document ${id} is not posted; only posted documents are sent`, undefined, 'document.not_posted');
  await sending.once(deps.db, commandKey, async (carryOut) => {
    const to = email ?? (await emailOf(deps, document));
    if (to === null)
      throw new Failure('document.missing_email', 400, 'No e-mail address of the receiver is known; send "email"');
    const { account } = await deps.organisation.GetAccount({ clientAccountId });
    return carryOut(async (tx) => {
      const now = await lockChanges(tx, clientAccountId, new Date(deps.clock.millis()));
      const before = (await lockDocument(tx, clientAccountId, id))!;
      await changeDocument(tx, before, { sentAt: now.toISOString(), sentTo: to }, { at: now.toISOString(), userId });
      await appendToOutbox(tx, documentChanged({ ...before, version: before.version + 1 }));
      const language: Language = account?.accountingLanguage === 'eng' ? 'eng' : 'nob';
      const [sent] = await tx
        .insert(documentSendings)
        .values({ clientAccountId, documentId: id, sentTo: to, sentAt: now.toISOString(), sentById: userId })
        .returning({ id: documentSendings.id });
      const reference = { document_id: id, sending_id: sent!.id };
      await enqueueMail(tx, { kind: MAIL, reference, language, clientAccountId });
      return { documentId: id };
    });
  });
}

async function emailOf({ partners }: SendingDeps, { clientAccountId, businessPartnerId }: Document) {
  if (businessPartnerId === null) return null;
  const { partners: found } = await partners.GetPartners({ clientAccountId, ids: [businessPartnerId] });
  return found[0]?.invoiceEmail ?? found[0]?.email ?? null;
}

/** The address that a mail was asked for to; of a mail from before addresses were kept, the last one. */
async function addressOf(
  { db }: SendingDeps,
  { clientAccountId, sentTo }: Document,
  sendingId: number | string | undefined,
): Promise<string | null> {
  if (sendingId === undefined) return sentTo;
  const s = documentSendings;
  const [row] = await db.executor
    .select({ sentTo: s.sentTo })
    .from(s)
    .where(and(eq(s.clientAccountId, clientAccountId), eq(s.id, Number(sendingId))));
  return row?.sentTo ?? null;
}

/** Writes the mail of a document with its PDF and its EHF, when it is sent; null for one that is gone. @throws Failure 503 */
export async function documentMail(
  deps: SendingDeps,
  { reference, language }: Pick<DueMail, 'reference' | 'language'>,
): Promise<Mail | null> {
  const document = await findDocument(deps.db.executor, Number(reference.document_id));
  const to = document && (await addressOf(deps, document, reference.sending_id));
  if (!to) return null;
  const { account } = await deps.organisation.GetAccount({ clientAccountId: document.clientAccountId });
  const letter = letterOf(document, shownName(account?.displayName ?? ''), language);
  const pdf = await deps.draw(document);
  const xml = await deps.writeElectronic(document);
  return {
    ...letter,
    to,
    language: languageTag(language),
    attachments: [
      { ...pdf, contentType: 'application/pdf' },
      ...(xml === null ? [] : [{ ...xml, contentType: 'application/xml' }]),
    ],
  };
}
