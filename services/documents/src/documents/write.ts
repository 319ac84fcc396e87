import { conflict, type Failure, invalid } from '@app/contract/failure';
import { appendToOutbox, type Tx } from '@app/db';
import type { Completed } from './complete.ts';
import type { Document, NewLine } from './document.ts';
import { entryText } from './entry-text.ts';
import { documentChanged } from './events.ts';
import { type Attached, attachFiles, type HeldFile } from './files.ts';
import { entriesStanding, type Ground } from './ground.ts';
import { type NumberSeries, statusWithoutOpenLine } from './kinds.ts';
import { insertDocuments, type NewDocument, type NewDocumentRows } from './new-document-store.ts';
import { type CounterSetting, takeNumber, textOf } from './numbers.ts';
import { notePartner } from './partner-names.ts';
import { paymentReference } from './payment-reference.ts';
import { type Before, busy, headOf, KNOWN_WHEN_STORED, type PostingIntent } from './posting.ts';
import { writeStatementLines } from './reconciliation-lines.ts';
import { changeDocument, findLines, lockDocument, replaceLines } from './store.ts';
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

/** A document that is to be written, and who asks for it. */
interface Asked {
  readonly caller: Pick<Caller, 'userId' | 'dryRun'>;
  readonly made: Prepared;
}

/** A document that is written in the turn of its account, which is taken. */
export interface Writing extends Asked {
  /** Of the turn, and of this document alone. */
  readonly moment: Date;
}

export interface Written {
  readonly documentId: number;
  /** What is left for the ledger to do. */
  readonly intent: PostingIntent | undefined;
}

/** Writes documents in one transaction: those that are new go by one statement for all. */
export async function writeDocuments(tx: Tx, all: readonly Writing[]): Promise<readonly Written[]> {
  const ready: (Ready & Writing)[] = [];
  for (const each of all) ready.push(await makeReady(tx, each));
  const ids = await storeRows(tx, ready);
  const written: Written[] = [];
  for (const [index, id] of ids.entries()) written.push(await completeWriting(tx, ready[index]!, id));
  return written;
}

/** Whether a document that nothing comes with needs no look at what others have written: it takes no number and no record. */
export const takesNothing = ({ completed }: Prepared): boolean =>
  !isNumberedHere(completed, isMadeHere(completed, false)) &&
  completed.lines.every(({ itemCollectionEntryId }) => itemCollectionEntryId === null);

/** What is stored of a new document that nothing comes with and that takes nothing, and what is left for the ledger to do. */
export function plainPosting(asked: Asked): NewDocumentRows & { readonly intent: PostingIntent } {
  const ready = readyOf(asked, { number: null, hasVoucher: false, before: undefined });
  return { ...newRows(ready), intent: intentOf(ready, KNOWN_WHEN_STORED, { fileIds: [], voucherId: null }) };
}

/** What is stored of a document, with what was reserved for it. */
interface Ready extends Asked {
  readonly before: NonNullable<Before> | undefined;
  readonly given: PostingIntent['given'];
  readonly row: NewDocument;
  readonly isDone: boolean;
}

async function makeReady(tx: Tx, writing: Writing): Promise<Ready & Writing> {
  const { wanted, document, completed, files, counter } = writing.made;
  const { clientAccountId } = wanted.input;
  await wanted.assertStill?.(tx);
  await assertEntriesStand(tx, clientAccountId, completed);
  const before = document && (await holdDraft(tx, document));
  const hasVoucher = wanted.input.uploadedFileId !== null || files.some(({ type }) => type === 'VOUCHER');
  const number =
    wanted.posts && isNumberedHere(completed, isMadeHere(completed, hasVoucher))
      ? await numberFor(tx, clientAccountId, completed, counter)
      : null;
  return { ...writing, ...readyOf(writing, { number, hasVoucher, before }) };
}

/** What was reserved for a document. */
interface Reserved extends Pick<Ready, 'before'> {
  readonly number: Awaited<ReturnType<typeof numberFor>> | null;
  readonly hasVoucher: boolean;
}

function readyOf(asked: Asked, { number, hasVoucher, before }: Reserved): Ready {
  const { made, caller } = asked;
  const { wanted, completed, ground, needsBooks } = made;
  const createdInApplication = isMadeHere(completed, hasVoucher);
  const content = {
    ...completed.content,
    documentNumber: number?.text ?? completed.content.documentNumber,
    createdInApplication,
  };
  const isDone = wanted.posts && (!needsBooks || caller.dryRun === true);
  const row = {
    ...{ ...content, clientAccountId: wanted.input.clientAccountId },
    paymentRef: wanted.posts ? referenceOf(content, ground) : content.paymentRef,
    status: isDone ? ('POSTED' as const) : ('DRAFT' as const),
    paymentStatus: isDone ? statusWithoutOpenLine(content.documentType) : ('NOT_APPLICABLE' as const),
    busyKey: wanted.posts && !isDone ? 'posting' : null,
    // One that was posted and changed before, and is a draft again after a reset, is printed anew when it is posted.
    changedSincePrinted: false,
  };
  return {
    ...{ made, caller, before, row, isDone },
    given: number && { series: number.series, number: number.number },
  };
}

/** An invoice to a customer that has no paper yet: its paper is made here. */
const isMadeHere = ({ kind }: Completed, hasVoucher: boolean): boolean => kind.side === 'sale' && !hasVoucher;

/** Whether it gets its number here when it is posted: not where it has one. */
const isNumberedHere = ({ kind, content }: Completed, createdInApplication: boolean): boolean =>
  kind.series !== null && content.documentNumber === null && createdInApplication;

const newRows = ({ made, caller, row }: Ready): NewDocumentRows => ({
  document: row,
  lines: made.completed.lines,
  partner: made.ground.partner,
  userId: caller.userId,
});

const stampOf = ({ moment, caller }: Writing) => ({ at: moment.toISOString(), userId: caller.userId });

/** A document as it is stored. */
interface Stored {
  readonly id: number;
  readonly version: number;
}

/** The documents themselves, with their lines and the names of their partners, in their order. */
async function storeRows(tx: Tx, ready: readonly (Ready & Writing)[]): Promise<readonly Stored[]> {
  const fresh = ready.filter(({ made }) => !made.document);
  const inserted = await insertDocuments(
    tx,
    fresh.map((each) => ({ ...newRows(each), moment: each.moment })),
  );
  const stored = new Map(fresh.map((each, index): [Ready, Stored] => [each, { id: inserted[index]!, version: 1 }]));
  for (const each of ready) {
    const { document, completed, ground } = each.made;
    if (!document) continue;
    stored.set(each, await changeDocument(tx, document, each.row, stampOf(each)));
    await replaceLines(tx, document, completed.lines);
    await notePartner(tx, document.clientAccountId, ground.partner);
  }
  return ready.map((each) => stored.get(each)!);
}

/** What comes with a document, and what is said of it or left for the ledger to do. */
async function completeWriting(tx: Tx, ready: Ready & Writing, { id, version }: Stored): Promise<Written> {
  const { made, caller, moment, row } = ready;
  const key = { clientAccountId: row.clientAccountId, id };
  const attached = await attachFiles(
    tx,
    { ...key, documentType: row.documentType, documentDate: row.documentDate },
    made.files,
    { userId: caller.userId, now: moment },
  );
  const now =
    attached.voucherId === null
      ? { uploadedFileId: row.uploadedFileId, version }
      : await changeDocument(tx, key, { uploadedFileId: attached.voucherId }, stampOf(ready));
  if (made.wanted.statementLines)
    await writeStatementLines(
      tx,
      { ...key, currencyCode: row.currencyCode },
      made.wanted.statementLines,
      // Lines of a draft take no record.
      new Map(),
    );
  // Until it is posted it may go back to what it was; that it is posted the ledger says, of its entry.
  if (made.needsBooks && !ready.isDone) return { documentId: id, intent: intentOf(ready, id, attached) };
  const { uploadedFileId } = now;
  const { documentType, status } = row;
  await appendToOutbox(
    tx,
    documentChanged({ ...key, documentType, status, uploadedFileId, journalEntryId: null, version: now.version }),
  );
  return { documentId: id, intent: undefined };
}

function intentOf({ made, caller, before, given, row }: Ready, documentId: number, attached: Attached): PostingIntent {
  const { completed, ground } = made;
  const entry = completed.entry!;
  const text = entryText(row, ground.accountingLanguage);
  return {
    ...{ documentId, actorId: caller.userId, before: before ?? null, fileIds: [...attached.fileIds] },
    ...{ given, addedVoucherId: attached.voucherId, description: text },
    lines: entry.lines.map((line) => (line.description === '' ? { ...line, description: text } : line)),
    accountingCurrency: ground.currencyCode,
    openLine: entry.openLine,
    openLineSign: (completed.kind.side === 'sale' ? 1 : -1) * (completed.kind.isCredit ? -1 : 1),
    makesVoucher: row.createdInApplication,
    head: headOf({ ...row, uploadedFileId: attached.voucherId ?? row.uploadedFileId }),
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

/** The number that a document to a customer gets when it is posted. */
async function numberFor(
  tx: Tx,
  clientAccountId: number,
  { kind }: Completed,
  counter: CounterSetting | undefined,
): Promise<{ readonly series: NumberSeries; readonly number: number; readonly text: string }> {
  const series = kind.series!;
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
