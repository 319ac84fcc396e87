import { changeOrder, type Executor, type FollowedPage, keysetOf, newestOf, readFollowed, termOf } from '@app/db';
import { amongAccounts, type Listing } from '@app/records';
import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { bankTransactions } from '../schema/bank-transactions.ts';
import { transactionSelection } from './store.ts';
import type { BankTransaction } from './transaction.ts';

const t = bankTransactions;

export interface TransactionFilter {
  readonly bankAccountId?: number | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  readonly isOpen: boolean;
}

const orders = {
  id: t.id,
  booking_date: t.bookingDate,
  value_date: t.valueDate,
  amount: t.amount,
  currency_code: t.currencyCode,
  created_at: t.createdAt,
  updated_at: t.updatedAt,
};

/** By booking date and amount (BTX-R02). */
const USUAL = [
  { field: 'booking_date', descending: false },
  { field: 'amount', descending: false },
] as const;

const changes = changeOrder(t.updatedAt, t.id);

/** Written as the partial indexes write it. */
const isOpen = sql`${t.externalReconciledAmount} <> ${t.amount}`;

/**
 * A page of transactions. The ids of a page are found in an index alone, however deep it lies, and rows are read for
 * those it shows.
 */
export async function listTransactions(
  ex: Executor,
  { clientAccountIds, updatedFrom, following, page, order }: Listing,
  filter: TransactionFilter,
): Promise<FollowedPage<BankTransaction>> {
  const ofAccounts = amongAccounts(t.clientAccountId, clientAccountIds);
  const condition = and(
    ofAccounts,
    filter.bankAccountId === undefined ? undefined : eq(t.bankAccountId, filter.bankAccountId),
    filter.fromDate === undefined ? undefined : gte(t.bookingDate, filter.fromDate),
    filter.toDate === undefined ? undefined : lte(t.bookingDate, filter.toDate),
    filter.isOpen ? isOpen : undefined,
    updatedFrom === undefined ? undefined : gte(t.updatedAt, new Date(updatedFrom)),
  );
  const terms = (order.length > 0 ? order : USUAL).map(({ field, descending }) =>
    termOf(field, orders[field as keyof typeof orders], descending),
  );
  const newest = sql<string | null>`(select ${newestOf(t.updatedAt)} from ${t} where ${ofAccounts})`;
  const idsOf = (after: SQL, orderBy: readonly SQL[], limit: number, offset: number) =>
    ex
      .select({ id: t.id })
      .from(t)
      .where(and(condition, after))
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset);
  return readFollowed({
    following,
    page,
    order: updatedFrom === undefined ? keysetOf([...terms, termOf('id', t.id)]) : undefined,
    changes,
    count: async () => (clientAccountIds.length === 0 ? 0 : ex.$count(t, condition)),
    async read(window) {
      if (clientAccountIds.length === 0) return [];
      const { orderBy, position } = window.order;
      return ex
        .select({
          row: transactionSelection,
          position,
          newest: window.order === changes ? sql<null>`null` : newest,
        })
        .from(t)
        .where(and(ofAccounts, inArray(t.id, idsOf(window.after, orderBy, window.limit, window.offset))))
        .orderBy(...orderBy);
    },
  });
}
