import { conflict, Failure, invalidField, isAboutField } from '@app/contract/failure';
import { type CarryOut, type Database, defineCommand, type Tx } from '@app/db';
import { lockChanges } from '@app/records';
import type { ClientOf, Organisation } from '@app/rpc';
import type { Clock, InCohort } from '@app/runtime';
import { z } from 'zod';
import type { KeepDependencies } from '../files/keep.ts';
import { type Completed, completeDocument } from './complete.ts';
import type { Document, DocumentInput } from './document.ts';
import { dropFiles, holdFiles, readFiles } from './files.ts';
import { type GroundSources, readGround } from './ground.ts';
import type { CounterSetting } from './numbers.ts';
import type { Posting } from './posting.ts';
import type { BeginPosting } from './posting-begins.ts';
import { assertPostable } from './posting-rules.ts';
import { checkStatementLines, namedBy } from './reconciliation-lines.ts';
import { idOfExternal } from './store.ts';
import type { Caller, Wanted } from './wanted.ts';
import { type Prepared, writeDocuments } from './write.ts';

export interface SavingDeps extends GroundSources, KeepDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
  readonly posting: Posting;
  readonly beginPosting: BeginPosting;
  /** What is posted at the same moment asks, writes and ends together. */
  readonly postInCohort: InCohort;
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

/** The books change their currency while they are empty, so hardly ever, and not again and again. */
const MOST_JUDGEMENTS = 5;

/**
 * Carries out a command once. What was worked out in a currency that the books had before is worked out anew, under a
 * key of its own: what the ledger refused stays refused.
 */
async function once(
  deps: SavingDeps,
  caller: Caller,
  work: (save: Save) => Promise<number>,
  judgements = 1,
): Promise<number> {
  try {
    return await takeUpOrCarryOut(deps, caller, work);
  } catch (error) {
    if (!isAboutField(error, 'accounting_currency') || judgements === MOST_JUDGEMENTS) throw error;
    return once(deps, { ...caller, commandKey: `${caller.commandKey}:again` }, work, judgements + 1);
  }
}

/** A command whose key has begun a posting goes on with that; any other is carried out. */
async function takeUpOrCarryOut(
  deps: SavingDeps,
  caller: Caller,
  work: (save: Save) => Promise<number>,
): Promise<number> {
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
    documentId: await work((wanted, document) => {
      const save = () => prepareAndWrite(wanted, document, carryOut);
      // Who holds a transaction keeps nobody waiting for others.
      return wanted.posts && !db.isJoined ? deps.postInCohort(save) : save();
    }),
  });
  const prepareAndWrite = async (wanted: Wanted, document: Document | undefined, carryOut: CarryOut<Saved>) => {
    const made = await prepare(deps, wanted, document);
    try {
      if (!made.needsBooks || caller.dryRun) return (await carryOut((tx) => write(deps, tx, caller, made))).documentId;
      const { result } = await posting.run(
        commandKey,
        () => deps.beginPosting({ commandKey, userId: caller.userId, made }),
        undefined,
        { isFirstTry },
      );
      return result.documentId;
    } finally {
      // Bytes of which a file was made are no longer on their way; then this changes nothing.
      if (made.files.length > 0) await dropFiles(deps, made.files);
    }
  };
  return (await savingCommand.once(db, savingKey(commandKey), saved, { isFirstTry })).documentId;
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

/** Writes one that the ledger has nothing to do with, or that is rehearsed. */
async function write({ clock }: SavingDeps, tx: Tx, caller: Caller, made: Prepared): Promise<Saved> {
  const moment = await lockChanges(tx, made.wanted.input.clientAccountId, new Date(clock.millis()));
  const [written] = await writeDocuments(tx, [{ caller, made, moment }]);
  return { documentId: written!.documentId };
}

/** @throws Failure 400 */
export const requireSameAccount = (sent: number | null | undefined, clientAccountId: number): void => {
  if (sent != null && sent !== clientAccountId)
    throw invalidField('client_account_id', `is ${sent}, but the document belongs to another client account`);
};
