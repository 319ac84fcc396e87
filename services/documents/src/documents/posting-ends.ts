import { createGroupCommit, type Database, holdRun, type Tx } from '@app/db';
import { lockChanges } from '@app/records';
import type { Clock } from '@app/runtime';
import { voucherLinksChanged } from '../vouchers/links.ts';
import { applyPayments, noteStandings, type Standing } from './payments.ts';
import { type PostedChange, setPosted, setPostedInFreeTurns } from './posted-store.ts';
import { lockDocument } from './store.ts';

/** A document whose entry is posted, and what ends its run. */
export interface PostedDocument extends PostedChange {
  readonly creditedDocumentId: number | null;
  /** How much of lines is reconciled, and under which versions they were known before that was asked. */
  readonly standings: readonly Standing[];
  readonly seen: ReadonlyMap<number, number>;
}

/** What a run came to; null when somebody else has ended it. */
type Ended = { readonly documentId: number } | null;

/** Ends postings, those that are there together by one statement; undefined when somebody else has ended it. */
export type EndPosting = (document: PostedDocument) => Promise<{ readonly documentId: number } | undefined>;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Documents of one or many companies that are posted at the same moment share their statement and its commit
 * (docs/decisions/0246-an-invoice-in-fewer-statements.md).
 */
export function createPostingEnds({ db, clock }: Deps): EndPosting {
  const now = (): Date => new Date(clock.millis());
  const alone = (document: PostedDocument): Promise<Ended> => db.write((tx) => endInTurn(tx, document, now()));
  const groups = createGroupCommit<PostedDocument, Ended>({
    accountOf: ({ clientAccountId }) => clientAccountId,
    together: async (all) => {
      // Of two attempts at one run the first ends it.
      const open = new Set(all.map(({ commandKey }) => commandKey));
      const each = all.filter(({ commandKey }) => open.delete(commandKey));
      const ended = await db.alone(undefined, (ex) => setPostedInFreeTurns(ex, each, now()));
      db.committed();
      const done = new Set(each.filter((_, place) => ended[place]));
      return all.map((document) => (done.has(document) ? { documentId: document.id } : undefined));
    },
    alone,
  });
  return async (document) => (await (isShared(db, document) ? groups.run(document) : alone(document))) ?? undefined;
}

/** What may wait for the row of a voucher, or changes the document that it takes back too, goes by itself. */
const isShared = (db: Database, { voucherId, creditedDocumentId }: PostedDocument): boolean =>
  voucherId === null && creditedDocumentId === null && !db.isJoined;

/**
 * Posts a document and ends its run, after whoever holds that or the turn of the account.
 * @returns null where somebody else has ended the run
 */
async function endInTurn(tx: Tx, document: PostedDocument, now: Date): Promise<Ended> {
  const { clientAccountId, id, commandKey, voucherId, standings, seen } = document;
  if (!(await holdRun(tx, commandKey))) return null;
  const moment = await lockChanges(tx, clientAccountId, now);
  await noteStandings(tx, clientAccountId, standings, seen);
  if (!(await setPosted(tx, document, moment)))
    throw new Error(`document ${id} of client account ${clientAccountId} is gone while it is posted`);
  if (voucherId !== null) await voucherLinksChanged(tx, clientAccountId, [voucherId], { showsOther: true, moment });
  await applyToCredited(tx, document, moment);
  return { documentId: id };
}

/** How far the document that a credit note takes back is paid by it. */
async function applyToCredited(
  tx: Tx,
  { clientAccountId, creditedDocumentId, actorId }: PostedDocument,
  moment: Date,
): Promise<void> {
  if (creditedDocumentId === null) return;
  const credited = await lockDocument(tx, clientAccountId, creditedDocumentId);
  if (credited && credited.openLineId !== null)
    await applyPayments(tx, clientAccountId, [credited.id], { at: moment.toISOString(), userId: actorId });
}
