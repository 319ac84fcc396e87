import type { Database } from '@app/db';
import {
  type Handler,
  journalEntryCancelled,
  journalEntryDrafted,
  journalEntryDraftRemoved,
  journalEntryPosted,
  NOTHING_TO_DO,
  onMany,
} from '@app/events';
import { storeBooks } from './links.ts';
import { type Told, vouchersAfter, vouchersOfEntries } from './links-store.ts';
import type { Books } from './standing.ts';

interface Deps {
  readonly db: Database;
  readonly books: Books;
}

/** Vouchers of one question to the ledger. */
const BATCH = 500;

/** What the ledger says of vouchers now. @throws Failure 503 */
export async function askBooks(
  { books }: Pick<Deps, 'books'>,
  clientAccountId: number,
  voucherIds: readonly number[],
): Promise<Told> {
  const { entries, revision } = await books.GetVoucherEntries({
    ...{ clientAccountId, voucherIds: [...voucherIds], includesCancelled: true, includesLines: true },
  });
  return { voucherIds, entries, revision };
}

/**
 * Keeps the projection of the ledger's entries: an event says which vouchers it is about, that which an entry names and
 * that which it named before, and the ledger what their entries are now. So events may come late, twice and in any order.
 */
export const followBooks = (deps: Deps): readonly Handler[] =>
  [journalEntryPosted, journalEntryDrafted, journalEntryCancelled, journalEntryDraftRemoved].map((event) =>
    onMany(
      event,
      async (tx, _events, told: ReadonlyMap<number, Told>) => {
        for (const [clientAccountId, ofAccount] of told) await storeBooks(tx, clientAccountId, ofAccount);
      },
      async (events) => {
        const before = await vouchersOfEntries(
          deps.db.executor,
          [...new Set(events.map(({ payload }) => payload.client_account_id))],
          events.map(({ payload }) => payload.journal_entry_id),
        );
        const now = events.flatMap(({ payload: { client_account_id: clientAccountId, voucher_id: voucherId } }) =>
          voucherId === null ? [] : { clientAccountId, voucherId },
        );
        const told = new Map<number, Told>();
        const accounts = Map.groupBy([...before, ...now], ({ clientAccountId }) => clientAccountId);
        for (const [clientAccountId, own] of [...accounts].sort(([a], [b]) => a - b)) {
          const ids = new Set(own.map(({ voucherId }) => voucherId));
          told.set(clientAccountId, await askBooks(deps, clientAccountId, [...ids]));
        }
        return told.size === 0 ? NOTHING_TO_DO : told;
      },
    ),
  );

/**
 * Asks the ledger about every voucher: from an empty projection it is built anew, from another it is mended. Safe on
 * several replicas at once.
 * @returns how many vouchers were asked about
 */
export async function rebuildVoucherEntries(deps: Deps): Promise<number> {
  let asked = 0;
  for (let after = 0; ; ) {
    const batch = await vouchersAfter(deps.db.executor, after, BATCH);
    if (batch.length === 0) return asked;
    for (const [clientAccountId, of] of Map.groupBy(batch, (each) => each.clientAccountId)) {
      const told = await askBooks(
        deps,
        clientAccountId,
        of.map(({ id }) => id),
      );
      await deps.db.write((tx) => storeBooks(tx, clientAccountId, told));
    }
    asked += batch.length;
    after = batch.at(-1)!.id;
  }
}
