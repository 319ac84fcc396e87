import { createGroupCommit, type Database, endRuns, holdRuns, type OutboxRow, storeEvents, type Tx } from '@app/db';
import { takeFreeTurns, takeTurn } from '@app/records';
import type { Clock } from '@app/runtime';
import { voucherLinksChanged } from '../vouchers/links.ts';
import type { Document } from './document.ts';
import { applyPayments, noteStandings, paidBy, type Standing } from './payments.ts';
import { findOwing, type PostedChange, setPosted } from './posted-store.ts';
import { lockDocument } from './store.ts';

/** A document whose entry is posted, and what ends its run. */
export interface PostedDocument extends Omit<PostedChange, 'paymentStatus' | 'paidAmount' | 'at'> {
  readonly commandKey: string;
  readonly creditedDocumentId: number | null;
  /** Where it has no open line. */
  readonly statusWithoutLine: Document['paymentStatus'];
  /** How much of lines is reconciled, and under which versions they were known before that was asked. */
  readonly standings: readonly Standing[];
  readonly seen: ReadonlyMap<number, number>;
  /** The event, whose version is not known yet. */
  readonly said: OutboxRow;
}

/** What a run came to; null when somebody else has ended it. */
type Ended = { readonly documentId: number } | null;

/** Ends postings, those that are there together in one transaction; undefined when somebody else has ended it. */
export type EndPosting = (document: PostedDocument) => Promise<{ readonly documentId: number } | undefined>;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Documents of one or many companies that are posted at the same moment share their statements and their commit
 * (docs/decisions/0169-what-an-invoice-costs.md).
 */
export function createPostingEnds(deps: Deps): EndPosting {
  const { db } = deps;
  const alone = async (document: PostedDocument): Promise<Ended> =>
    (await db.write((tx) => endPostings(deps, tx, [document], { waits: true })))[0] ?? null;
  const groups = createGroupCommit<PostedDocument, Ended>({
    accountOf: ({ clientAccountId }) => clientAccountId,
    together: async (all) => {
      const ended = await db.together(undefined, (tx) => endPostings(deps, tx, all, { waits: false }));
      db.committed();
      return ended;
    },
    alone,
  });
  return async (document) => (await (isShared(db, document) ? groups.run(document) : alone(document))) ?? undefined;
}

/** What may wait for the row of a voucher, or changes the document that it takes back too, goes by itself. */
const isShared = (db: Database, { voucherId, creditedDocumentId }: PostedDocument): boolean =>
  voucherId === null && creditedDocumentId === null && !db.isJoined;

/**
 * Posts the documents, says so, and ends their runs.
 * @param options.waits for whoever holds a run, or the turn of an account; else those are left out
 * @returns undefined of what was left out, and where somebody else has ended the run
 */
async function endPostings(
  { clock }: Deps,
  tx: Tx,
  all: readonly PostedDocument[],
  { waits }: { readonly waits: boolean },
): Promise<readonly (Ended | undefined)[]> {
  const open = new Set(
    await holdRuns(
      tx,
      all.map(({ commandKey }) => commandKey),
      { waits },
    ),
  );
  // Of two attempts at one run the first ends it.
  const held = all.filter(({ commandKey }) => open.delete(commandKey));
  const some = await inTurn(tx, held, new Date(clock.millis()), waits);
  const done = await postHeld(tx, some, { waits });
  return all.map((document) => (done.has(document) ? { documentId: document.id } : undefined));
}

interface InTurn {
  readonly document: PostedDocument;
  readonly moment: Date;
}

async function inTurn(tx: Tx, held: readonly PostedDocument[], now: Date, waits: boolean): Promise<readonly InTurn[]> {
  const accounts = held.map(({ clientAccountId }) => clientAccountId);
  const moments =
    waits && held.length > 0 ? [await takeTurn(tx, accounts[0]!, now)] : await takeFreeTurns(tx, accounts, now);
  return held.flatMap((document, index) => (moments[index] ? [{ document, moment: moments[index] }] : []));
}

async function postHeld(
  tx: Tx,
  all: readonly InTurn[],
  { waits }: { readonly waits: boolean },
): Promise<ReadonlySet<PostedDocument>> {
  if (all.length === 0) return new Set();
  for (const { document } of all) await noteStandings(tx, document.clientAccountId, document.standings, document.seen);
  const owing = await findOwing(
    tx,
    all.map(({ document }) => document),
  );
  // One that is gone, with a company that is removed, fails by itself and takes nobody along.
  const some = waits ? all : all.filter(({ document }) => owing.has(document.id));
  const changes = some.map(({ document, moment }) => {
    const { clientAccountId, id, journalEntryId, voucherId, openLineId, openLineSign, actorId } = document;
    const known = owing.get(id);
    if (!known) throw new Error(`document ${id} of client account ${clientAccountId} is gone while it is posted`);
    const paid =
      openLineId === null
        ? // What is not owed to anybody is paid.
          { paidAmount: '0.00', paymentStatus: document.statusWithoutLine }
        : paidBy(known.totalAmount, known.claimedFc, openLineSign!);
    return {
      ...{ clientAccountId, id, journalEntryId, voucherId, openLineId, openLineSign, actorId },
      ...{ ...paid, at: moment.toISOString() },
    };
  });
  const versions = await setPosted(tx, changes);
  for (const { document, moment } of some)
    if (document.voucherId !== null)
      await voucherLinksChanged(tx, document.clientAccountId, [document.voucherId], { showsOther: true, moment });
  await storeEvents(
    tx,
    some.map(({ document: { id, said } }) => ({ ...said, payload: { ...said.payload, version: versions.get(id)! } })),
  );
  for (const one of some) await applyToCredited(tx, one);
  await endRuns(
    tx,
    some.map(({ document: { commandKey, id } }) => ({ commandKey, result: { documentId: id } })),
  );
  return new Set(some.map(({ document }) => document));
}

/** How far the document that a credit note takes back is paid by it. */
async function applyToCredited(tx: Tx, { document, moment }: InTurn): Promise<void> {
  const { clientAccountId, creditedDocumentId, actorId } = document;
  if (creditedDocumentId === null) return;
  const credited = await lockDocument(tx, clientAccountId, creditedDocumentId);
  if (credited && credited.openLineId !== null)
    await applyPayments(tx, clientAccountId, [credited], { at: moment.toISOString(), userId: actorId });
}
