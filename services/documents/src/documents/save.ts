import { conflict, Failure, invalid, invalidField } from '@app/contract/failure';
import { appendToOutbox, type CarryOut, type Database, defineCommand, type Tx } from '@app/db';
import { takeTurn } from '@app/records';
import type { ClientOf, Organisation } from '@app/rpc';
import type { Clock } from '@app/runtime';
import { z } from 'zod';
import type { KeepDependencies } from '../files/keep.ts';
import { type Completed, completeDocument } from './complete.ts';
import type { Document, DocumentInput, NewLine } from './document.ts';
import { entryText } from './entry-text.ts';
import { documentChanged } from './events.ts';
import { attachFiles, dropFiles, type HeldFile, holdFiles, readFiles, type SentFile } from './files.ts';
import { entriesStanding, type Ground, type GroundSources, readGround } from './ground.ts';
import { statusWithoutOpenLine } from './kinds.ts';
import { type CounterSetting, takeNumber, textOf } from './numbers.ts';
import { notePartner } from './partner-names.ts';
import { paymentReference } from './payment-reference.ts';
import { type Before, busy, headOf, type Posting, type PostingIntent } from './posting.ts';
import { assertPostable } from './posting-rules.ts';
import { checkStatementLines, namedBy, type StatementLine, writeStatementLines } from './reconciliation-lines.ts';
import {
  changeDocument,
  findLines,
  idOfExternal,
  insertDocument,
  insertLines,
  lockDocument,
  replaceLines,
} from './store.ts';

export interface SavingDeps extends GroundSources, KeepDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
  readonly posting: Posting;
}

export interface Caller {
  readonly userId: number;
  /** The same for every try of one command. */
  readonly commandKey: string;
  /** Nobody can have begun anything under the key; false where that is not certain. */
  readonly isFirstTry?: boolean;
  /** Everything but what leaves the database: rolled back by whoever asked. */
  readonly dryRun?: boolean;
}

/** A document as it is to be, with what comes with it. */
export interface Wanted {
  readonly input: DocumentInput;
  readonly posts: boolean;
  readonly files: readonly SentFile[];
  /** Undefined: those that it has stay. */
  readonly statementLines: readonly StatementLine[] | undefined;
  /** What must still hold when it is written, after everybody else of the client account. */
  readonly assertStill?: (tx: Tx) => Promise<void>;
}

interface Saved {
  readonly documentId: number;
}

const savingCommand = defineCommand<Saved>({
  name: 'save_document',
  result: z.object({ documentId: z.int() }),
});

/**
 * Stores a new document, as a draft or posted. One that cannot be posted is not stored.
 * @returns its id
 * @throws Failure 400, 409, 503
 */
export const createDocument = (deps: SavingDeps, caller: Caller, wanted: () => Promise<Wanted>): Promise<number> =>
  once(deps, caller, async (save) => save(await wanted(), undefined));

/**
 * Changes a draft, and posts it where that is asked for. What posting refuses leaves it as it was.
 * @throws Failure 400 `document.not_draft`, 409, 503
 */
export const changeDraft = (
  deps: SavingDeps,
  caller: Caller,
  wanted: () => Promise<{ readonly wanted: Wanted; readonly document: Document }>,
): Promise<number> =>
  once(deps, caller, async (save) => {
    const { wanted: change, document } = await wanted();
    return save(change, document);
  });

type Save = (wanted: Wanted, document: Document | undefined) => Promise<number>;

/** A command whose key has begun a posting goes on with that; any other is carried out once. */
async function once(deps: SavingDeps, caller: Caller, work: (save: Save) => Promise<number>): Promise<number> {
  try {
    return await attempt(deps, caller, work);
  } catch (error) {
    const isNo = error instanceof Failure && error.status < 500;
    if (!isNo || !caller.isFirstTry || !(await isTakenOver(deps, caller))) throw error;
    // Whoever took the request over, while this process stood still, has done it: what was refused here was refused
    // for that.
    return attempt(deps, { ...caller, isFirstTry: false }, work);
  }
}

const isTakenOver = async ({ db, posting }: SavingDeps, { commandKey }: Caller): Promise<boolean> =>
  (await posting.find({ commandKey })) !== undefined ||
  (await savingCommand.find(db.executor, savingKey(commandKey))) !== undefined;

/** A key of its own: under that of the request stands the posting, where there is one. */
const savingKey = (commandKey: string): string => `${commandKey}:save`;

async function attempt(deps: SavingDeps, caller: Caller, work: (save: Save) => Promise<number>): Promise<number> {
  const { db, posting } = deps;
  const { commandKey, isFirstTry = false } = caller;
  const begun = isFirstTry ? undefined : await posting.find({ commandKey });
  if (begun)
    return (await posting.run(commandKey, () => Promise.reject(new Error('begun before')), undefined)).result
      .documentId;
  const saved = async (carryOut: CarryOut<Saved>) => ({
    documentId: await work(async (wanted, document) => {
      const made = await prepare(deps, wanted, document);
      try {
        if (!made.needsBooks || caller.dryRun)
          return (await carryOut(async (tx) => ({ documentId: (await write(deps, tx, caller, made)).documentId })))
            .documentId;
        const { result } = await posting.run(
          commandKey,
          (begin) =>
            db.write(async (tx) => {
              const { intent, documentId: id } = await write(deps, tx, caller, made);
              return begin(tx, {
                intent: intent!,
                subject: String(id),
                clientAccountId: wanted.input.clientAccountId,
                busy: busy(id),
              });
            }),
          undefined,
          { isFirstTry },
        );
        return result.documentId;
      } finally {
        // Bytes of which a file was made are no longer on their way; then this changes nothing.
        if (made.files.length > 0) await dropFiles(deps, made.files);
      }
    }),
  });
  return (await savingCommand.once(db, savingKey(commandKey), saved, { isFirstTry })).documentId;
}

/** A document that is ready to be written. */
interface Prepared {
  readonly wanted: Wanted;
  readonly document: Document | undefined;
  readonly completed: Completed;
  readonly ground: Ground;
  readonly files: readonly HeldFile[];
  readonly counter: CounterSetting | undefined;
  /** Whether the ledger is to post an entry. */
  readonly needsBooks: boolean;
}

/** Everything that asks others, before anything is written. */
async function prepare(deps: SavingDeps, wanted: Wanted, document: Document | undefined): Promise<Prepared> {
  const { input, posts, statementLines } = wanted;
  const ground = await readGround(deps, input, statementLines && namedBy(statementLines));
  const completed = completeDocument(input, ground);
  if (statementLines) checkStatementLines(statementLines, ground);
  await assertExternalId(deps, input, document);
  if (posts) {
    assertPostable(completed, ground);
    await assertVoucherIsFree(deps, input, completed);
  }
  const read = await readFiles(wanted.files, input.uploadedFileId !== null);
  const counter = posts ? await counterOf(deps, completed, input.clientAccountId) : undefined;
  const files = await holdFiles(deps, input.clientAccountId, read);
  const needsBooks = posts && (completed.entry?.lines.length ?? 0) > 0;
  return { wanted, document, completed, ground, files, counter, needsBooks };
}

async function assertExternalId(
  { db }: SavingDeps,
  { clientAccountId, externalId }: DocumentInput,
  document: Document | undefined,
): Promise<void> {
  if (externalId === null || externalId === document?.externalId) return;
  const existing = await idOfExternal(db.executor, clientAccountId, externalId);
  if (existing !== undefined)
    throw conflict(`external_id is "${externalId}", which document ${existing} has`, undefined, { id: existing });
}

/** A voucher has at most one live entry. @throws Failure 409 */
async function assertVoucherIsFree(
  { books }: SavingDeps,
  { clientAccountId, uploadedFileId }: DocumentInput,
  { entry }: Completed,
): Promise<void> {
  if (uploadedFileId === null || !entry || entry.lines.length === 0) return;
  const { entries } = await books.GetVoucherEntries({
    clientAccountId,
    voucherIds: [uploadedFileId],
    includesCancelled: false,
    includesLines: false,
  });
  if (entries.some(({ isCancelled }) => !isCancelled))
    throw conflict(`uploaded_file_id is ${uploadedFileId}, which has a journal entry already; cancel that one first`);
}

/** Where organisation has the counter of a series set. */
async function counterOf(
  { organisation }: SavingDeps,
  { kind, content }: Completed,
  clientAccountId: number,
): Promise<CounterSetting | undefined> {
  if (kind.series === null || kind.series === 'pro_forma' || content.documentNumber !== null) return undefined;
  const { account } = await organisation.GetAccount({ clientAccountId });
  return (kind.series === 'credit_note' ? account?.saleCreditNote : account?.saleInvoice) ?? undefined;
}

/** Writes the document in one transaction; the intent says what is left for the ledger to do. */
async function write(
  deps: SavingDeps,
  tx: Tx,
  { userId, dryRun }: Caller,
  made: Prepared,
): Promise<{ readonly documentId: number; readonly intent: PostingIntent | undefined }> {
  const { wanted, completed, ground, files, counter, needsBooks } = made;
  const { clientAccountId } = wanted.input;
  const now = await takeTurn(tx, clientAccountId, new Date(deps.clock.millis()));
  const stamp = { at: now.toISOString(), userId };
  await wanted.assertStill?.(tx);
  await assertEntriesStand(tx, clientAccountId, completed);
  const before = made.document && (await holdDraft(tx, made.document));
  const hasVoucher = wanted.input.uploadedFileId !== null || files.some(({ type }) => type === 'VOUCHER');
  const createdInApplication = completed.kind.side === 'sale' && !hasVoucher;
  const given = wanted.posts ? await numberFor(tx, clientAccountId, completed, createdInApplication, counter) : null;
  const content = {
    ...completed.content,
    documentNumber: given?.text ?? completed.content.documentNumber,
    createdInApplication,
  };
  const paymentRef = wanted.posts ? referenceOf(content, ground) : content.paymentRef;
  const isDone = wanted.posts && (!needsBooks || dryRun === true);
  const state = isDone
    ? { status: 'POSTED' as const, paymentStatus: statusWithoutOpenLine(content.documentType) }
    : { busyKey: wanted.posts ? 'posting' : null };
  // One that was posted and changed before, and is a draft again after a reset, is printed anew when it is posted.
  const row = { ...content, ...state, paymentRef, changedSincePrinted: false };
  let stored = made.document
    ? await changeDocument(tx, made.document, row, stamp)
    : await insertDocument(tx, { ...row, clientAccountId }, stamp);
  const documentId = stored.id;
  const key = { clientAccountId, id: documentId };
  await (made.document ? replaceLines : insertLines)(tx, key, completed.lines);
  const attached = await attachFiles(
    tx,
    { ...key, documentType: content.documentType, documentDate: content.documentDate },
    files,
    { userId, now },
  );
  if (attached.voucherId !== null)
    stored = await changeDocument(tx, key, { uploadedFileId: attached.voucherId }, stamp);
  if (wanted.statementLines)
    await writeStatementLines(
      tx,
      { ...key, currencyCode: content.currencyCode },
      wanted.statementLines,
      // Lines of a draft take no record.
      new Map(),
    );
  if (ground.partner)
    await notePartner(tx, {
      ...{ clientAccountId, businessPartnerId: ground.partner.id },
      ...{ name: ground.partner.name, version: ground.partner.version },
    });
  if (!needsBooks || isDone) {
    await appendToOutbox(tx, documentChanged(stored));
    return { documentId, intent: undefined };
  }
  // What is being posted is published once it is posted: until then it may go back to what it was.
  const entry = completed.entry!;
  const text = entryText(stored, ground.accountingLanguage);
  const direction = (completed.kind.side === 'sale' ? 1 : -1) * (completed.kind.isCredit ? -1 : 1);
  return {
    documentId,
    intent: {
      ...{ documentId, actorId: userId, before: before ?? null, fileIds: [...attached.fileIds] },
      given: given && { series: given.series, number: given.number },
      addedVoucherId: attached.voucherId,
      description: text,
      lines: entry.lines.map((line) => (line.description === '' ? { ...line, description: text } : line)),
      ...{ openLine: entry.openLine, openLineSign: direction },
      makesVoucher: createdInApplication,
      head: headOf(stored),
    },
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

/** @throws Failure 400 */
export const requireSameAccount = (sent: number | null | undefined, clientAccountId: number): void => {
  if (sent != null && sent !== clientAccountId)
    throw invalidField('client_account_id', `is ${sent}, but the document belongs to another client account`);
};
