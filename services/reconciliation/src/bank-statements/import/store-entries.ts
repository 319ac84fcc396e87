import type { CamtEntry } from '@app/camt';
import { type Decimal, ZERO } from '@app/money';
import type { ImportContext } from './context.ts';
import type { Duplicates } from './duplicates.ts';
import { accountsOfParties } from './house.ts';
import type { DetailRow, TransactionRow } from './rows.ts';
import { insertDetails, insertTransactions, storedTransactions, transactionKey } from './store.ts';
import { detailOf, type StatementContext, transactionOf } from './transaction.ts';

/** A statement whose entries are stored. */
export type Target = Omit<StatementContext, 'accountOf'> & { readonly statementId: number };

/** What became of some entries. */
export interface StoredEntries {
  readonly count: number;
  /** The days on which those were booked that were stored. */
  readonly days: readonly string[];
  /** What those add up to that were stored before. */
  readonly skipped: Decimal;
}

/** Details that are stored by one statement of SQL. */
export const DETAILS = 2_000;

/** Stores entries of a statement as transactions, but for those that are stored already. */
export async function storeEntries(
  context: ImportContext,
  target: Target,
  entries: readonly CamtEntry[],
  duplicates: Duplicates,
): Promise<StoredEntries> {
  const { tx, stamp, clientAccountId } = context;
  const place = { clientAccountId, bankAccountId: target.bankAccountId };
  const of = { ...target, accountOf: await accountsOfParties(tx, clientAccountId, entries) };
  const rows = entries.map((entry) => ({ entry, row: transactionOf(entry, of) }));
  const stored = await storedTransactions(tx, place, context.until.transaction, rowsIn(rows));
  let skipped = ZERO;
  const fresh = rows.filter(({ entry, row }) => {
    const isStored = row.bank_reference !== null && duplicates.isStored(transactionKey(row), stored);
    if (!isStored) return true;
    context.tally.skip(row.bank_reference, 'duplicate');
    skipped = skipped.plus(entry.amount);
    return false;
  });
  if (fresh.length === 0) return { count: 0, days: [], skipped };
  const ids = await insertTransactions(tx, place, target.statementId, stamp, rowsIn(fresh));
  await storeDetails(context, of, fresh, ids);
  return { count: ids.length, days: fresh.map(({ row }) => row.booking_date), skipped };
}

interface Row {
  readonly entry: CamtEntry;
  readonly row: TransactionRow;
}

const rowsIn = (rows: readonly Row[]): readonly TransactionRow[] => rows.map(({ row }) => row);

/** Stores the payments of entries, some at once however many one entry has. */
async function storeDetails(
  { tx, clientAccountId }: ImportContext,
  of: StatementContext,
  rows: readonly Row[],
  ids: readonly number[],
): Promise<void> {
  let waiting: (DetailRow & { readonly bank_transaction_id: number })[] = [];
  const putAway = async (): Promise<void> => {
    const some = waiting;
    waiting = [];
    if (some.length > 0) await insertDetails(tx, clientAccountId, some);
  };
  for (const [index, { entry }] of rows.entries())
    for (const detail of entry.details) {
      waiting.push({ ...detailOf(detail, entry, of), bank_transaction_id: ids[index]! });
      if (waiting.length >= DETAILS) await putAway();
    }
  await putAway();
}
