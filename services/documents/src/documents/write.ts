import { conflict, type Failure, invalid } from '@app/contract/failure';
import { appendToOutbox, type Tx } from '@app/db';
import type { Completed } from './complete.ts';
import type { Document, NewLine } from './document.ts';
import { entryText } from './entry-text.ts';
import { documentChanged } from './events.ts';
import { type Attached, attachFiles, type HeldFile } from './files.ts';
import { entriesStanding, type Ground } from './ground.ts';
import { statusWithoutOpenLine } from './kinds.ts';
import { type CounterSetting, takeNumber, textOf } from './numbers.ts';
import { notePartners } from './partner-names.ts';
import { paymentReference } from './payment-reference.ts';
import { type Before, busy, headOf, type PostingIntent } from './posting.ts';
import { writeStatementLines } from './reconciliation-lines.ts';
import {
  changeDocument,
  findLines,
  insertDocuments,
  insertLines,
  lockDocument,
  type NewDocument,
  replaceLines,
} from './store.ts';
import type { Caller, Wanted } from './wanted.ts';

/** A document that is ready to be written. */
export interface Prepared {
  readonly wanted: Wanted;
  readonly document: Document | undefined;
  readonly completed: Completed;
  readonly ground: Ground;
  readonly files: readonly HeldFile[];
  readonly counter: CounterSetting | undefined;
  /** Whether the ledger is to post an entry. */
  readonly needsBooks: boolean;
}

/** A document that is written in the turn of its account, which is taken. */
export interface Writing {
  readonly caller: Pick<Caller, 'userId' | 'dryRun'>;
  readonly made: Prepared;
  /** Of the turn, and of this document alone. */
  readonly moment: Date;
}

export interface Written {
  readonly documentId: number;
  /** What is left for the ledger to do. */
  readonly intent: PostingIntent | undefined;
}

/** Writes documents in one transaction: what each of them says goes by one statement for all. */
export async function writeDocuments(tx: Tx, all: readonly Writing[]): Promise<readonly Written[]> {
  const ready: Ready[] = [];
  for (const each of all) ready.push(await makeReady(tx, each));
  const stored = await storeRows(tx, ready);
  await notePartners(
    tx,
    all.flatMap(({ made: { wanted, ground } }) => {
      if (!ground.partner) return [];
      const { id: businessPartnerId, name, version } = ground.partner;
      return [{ clientAccountId: wanted.input.clientAccountId, businessPartnerId, name, version }];
    }),
  );
  const written: Written[] = [];
  for (const [index, document] of stored.entries()) written.push(await completeWriting(tx, ready[index]!, document));
  return written;
}

/** What is stored of a document, with what was reserved for it. */
interface Ready extends Writing {
  readonly before: NonNullable<Before> | undefined;
  readonly given: PostingIntent['given'];
  readonly row: NewDocument;
  readonly isDone: boolean;
}

async function makeReady(tx: Tx, writing: Writing): Promise<Ready> {
  const { made, caller } = writing;
  const { wanted, completed, ground, files, counter, needsBooks } = made;
  const { clientAccountId } = wanted.input;
  await wanted.assertStill?.(tx);
  await assertEntriesStand(tx, clientAccountId, completed);
  const before = made.document && (await holdDraft(tx, made.document));
  const hasVoucher = wanted.input.uploadedFileId !== null || files.some(({ type }) => type === 'VOUCHER');
  const createdInApplication = completed.kind.side === 'sale' && !hasVoucher;
  const number = wanted.posts ? await numberFor(tx, clientAccountId, completed, createdInApplication, counter) : null;
  const content = {
    ...completed.content,
    documentNumber: number?.text ?? completed.content.documentNumber,
    createdInApplication,
  };
  const isDone = wanted.posts && (!needsBooks || caller.dryRun === true);
  const row = {
    ...{ ...content, clientAccountId },
    paymentRef: wanted.posts ? referenceOf(content, ground) : content.paymentRef,
    status: isDone ? ('POSTED' as const) : ('DRAFT' as const),
    paymentStatus: isDone ? statusWithoutOpenLine(content.documentType) : ('NOT_APPLICABLE' as const),
    busyKey: wanted.posts && !isDone ? 'posting' : null,
    // One that was posted and changed before, and is a draft again after a reset, is printed anew when it is posted.
    changedSincePrinted: false,
  };
  return { ...writing, before, given: number && { series: number.series, number: number.number }, row, isDone };
}

const stampOf = ({ moment, caller }: Writing) => ({ at: moment.toISOString(), userId: caller.userId });

/** The documents themselves, with their lines. @returns them as they are stored, in their order */
async function storeRows(tx: Tx, ready: readonly Ready[]): Promise<readonly Document[]> {
  const fresh = ready.filter(({ made }) => !made.document);
  const inserted = await insertDocuments(
    tx,
    fresh.map((each) => ({ row: each.row, stamp: stampOf(each) })),
  );
  await insertLines(
    tx,
    inserted.map((document, index) => ({ document, lines: fresh[index]!.made.completed.lines })),
  );
  const byReady = new Map(fresh.map((each, index) => [each, inserted[index]!]));
  for (const each of ready) {
    const { document, completed } = each.made;
    if (!document) continue;
    byReady.set(each, await changeDocument(tx, document, each.row, stampOf(each)));
    await replaceLines(tx, document, completed.lines);
  }
  return ready.map((each) => byReady.get(each)!);
}

/** What comes with a document, and what is said of it or left for the ledger to do. */
async function completeWriting(tx: Tx, ready: Ready, document: Document): Promise<Written> {
  const { made, caller, moment, row } = ready;
  const key = { clientAccountId: document.clientAccountId, id: document.id };
  const attached = await attachFiles(
    tx,
    { ...key, documentType: row.documentType, documentDate: row.documentDate },
    made.files,
    { userId: caller.userId, now: moment },
  );
  const stored =
    attached.voucherId === null
      ? document
      : await changeDocument(tx, key, { uploadedFileId: attached.voucherId }, stampOf(ready));
  if (made.wanted.statementLines)
    await writeStatementLines(
      tx,
      { ...key, currencyCode: row.currencyCode },
      made.wanted.statementLines,
      // Lines of a draft take no record.
      new Map(),
    );
  // What is being posted is published once it is posted: until then it may go back to what it was.
  if (made.needsBooks && !ready.isDone) return { documentId: key.id, intent: intentOf(ready, stored, attached) };
  await appendToOutbox(tx, documentChanged(stored));
  return { documentId: key.id, intent: undefined };
}

function intentOf({ made, caller, before, given }: Ready, stored: Document, attached: Attached): PostingIntent {
  const { completed, ground } = made;
  const entry = completed.entry!;
  const text = entryText(stored, ground.accountingLanguage);
  return {
    ...{ documentId: stored.id, actorId: caller.userId, before: before ?? null, fileIds: [...attached.fileIds] },
    ...{ given, addedVoucherId: attached.voucherId, description: text },
    lines: entry.lines.map((line) => (line.description === '' ? { ...line, description: text } : line)),
    accountingCurrency: ground.currencyCode,
    openLine: entry.openLine,
    openLineSign: (completed.kind.side === 'sale' ? 1 : -1) * (completed.kind.isCredit ? -1 : 1),
    makesVoucher: stored.createdInApplication,
    head: headOf(stored),
  };
}

/** Under the turn of the account, so that no entry of a collection goes while a line is made of it. @throws Failure 409 */
async function assertEntriesStand(tx: Tx, clientAccountId: number, { lines }: Completed): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ itemCollectionEntryId }) => itemCollectionEntryId ?? []))];
  if (ids.length === 0) return;
  const standing = await entriesStanding(tx, clientAccountId, ids);
  const gone = ids.find((id) => !standing.has(id));
  if (gone !== undefined) throw conflict(`Entry ${gone} of an item collection was deleted at this moment`);
}

/** The draft as it is at this moment, held. @throws Failure 400 `document.not_draft`, 409 */
async function holdDraft(tx: Tx, { clientAccountId, id, version }: Document): Promise<NonNullable<Before>> {
  const held = await lockDocument(tx, clientAccountId, id);
  if (!held) throw conflict(`Document ${id} was removed at this moment`);
  if (held.busyKey !== null) throw busy(id);
  if (held.status !== 'DRAFT') throw notDraft(id);
  // What was sent was made whole by what the document was before.
  if (held.version !== version)
    throw conflict(`Document ${id} was changed by somebody else at this moment; read it again`);
  const lines: readonly NewLine[] = await findLines(tx, clientAccountId, [id]);
  const { id: _id, clientAccountId: _account, createdAt: _at, createdById: _by, ...content } = held;
  const { updatedAt: _changedAt, updatedById: _changedBy, version: _version, ...restored } = content;
  return { content: restored as NonNullable<Before>['content'], lines };
}

export const notDraft = (id: number): Failure =>
  invalid(`Document ${id} is posted; only a draft changes so`, undefined, 'document.not_draft');

/** The number that a document to a customer gets when it is posted; null where it has one, or is given none here. */
async function numberFor(
  tx: Tx,
  clientAccountId: number,
  { kind, content }: Completed,
  createdInApplication: boolean,
  counter: CounterSetting | undefined,
) {
  const { series } = kind;
  if (series === null || content.documentNumber !== null || !createdInApplication) return null;
  const number = await takeNumber(tx, clientAccountId, series, counter);
  return { series, number, text: textOf(series, number) };
}

/** The reference of an invoice to a customer, unless it has one (DOC-R26). */
function referenceOf(
  { documentType, documentNumber, paymentRef }: Pick<Document, 'documentType' | 'documentNumber' | 'paymentRef'>,
  { partner }: Ground,
): string | null {
  if (documentType !== 'ARINV' || paymentRef || !partner || !/\d/.test(documentNumber ?? '')) return paymentRef;
  return paymentReference(partner.sequenceNumber, documentNumber!);
}
