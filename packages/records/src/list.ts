import type { Following, OrderTerm } from '@app/contract';
import {
  anyOf,
  changeOrder,
  type Executor,
  type FollowedPage,
  keysetOf,
  newestOf,
  readFollowed,
  termOf,
} from '@app/db';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** The columns that a list is followed by. */
type FollowedColumns = Readonly<Record<'id' | 'clientAccountId' | 'updatedAt', PgColumn>>;

export type Selection = Readonly<Record<string, PgColumn | SQL>>;

/** How a caller wants to see a list of one or more client accounts. */
export interface Listing {
  readonly clientAccountIds: readonly number[];
  /** UTC, to the millisecond. */
  readonly updatedFrom?: string | undefined;
  readonly following: Following;
  readonly page: { readonly page: number; readonly per_page: number };
  readonly order: readonly OrderTerm<string>[];
}

/** Of these client accounts. One by itself is compared: only then does an index that begins with it give the order. */
export const amongAccounts = (column: PgColumn, clientAccountIds: readonly number[]): SQL =>
  clientAccountIds.length === 1 ? eq(column, clientAccountIds[0]!) : anyOf(column, clientAccountIds);

/** The list that a call asks for. @param accounts that it may see, and asks for */
export const listingOf = (
  accounts: readonly { readonly clientAccountId: number }[],
  query: Listing['page'] & {
    readonly updated_from?: string | undefined;
    readonly order_by?: Listing['order'];
  },
  following: Following,
): Listing => ({
  clientAccountIds: accounts.map(({ clientAccountId }) => clientAccountId),
  updatedFrom: query.updated_from,
  following,
  page: query,
  order: query.order_by ?? [],
});

interface ListOptions<R> {
  readonly table: PgTable & FollowedColumns;
  readonly selection: Selection;
  readonly recordOf: (row: Record<string, unknown>) => R;
  /** Expressions of the fields that it can be ordered by. */
  readonly orders: Selection;
  /** What the list filters by besides. */
  readonly where?: SQL | undefined;
}

/**
 * A page of records: by id unless another order is asked for, with `updatedFrom` in the order of the changes
 * (docs/contract/lists.md, "Following changes").
 */
export async function listRecords<R>(
  ex: Executor,
  { clientAccountIds, updatedFrom, following, page, order }: Listing,
  { table, selection, recordOf, orders, where }: ListOptions<R>,
): Promise<FollowedPage<R>> {
  const { updatedAt } = table;
  const changes = changeOrder(updatedAt, table.id);
  const ofAccounts = amongAccounts(table.clientAccountId, clientAccountIds);
  const condition = and(
    ofAccounts,
    updatedFrom === undefined ? undefined : sql`${updatedAt} >= ${updatedFrom}::timestamptz`,
    where,
  );
  const terms = order.map(({ field, descending }) => termOf(field, orders[field]!, descending));
  // What is newest is asked of the accounts, not of the filters: what comes to pass them later is a change too.
  const newest = sql<string | null>`(select ${newestOf(updatedAt)} from ${table} where ${ofAccounts})`;
  return readFollowed({
    following,
    page,
    order: updatedFrom === undefined ? keysetOf([...terms, termOf('id', table.id)]) : undefined,
    changes,
    count: async () => (clientAccountIds.length === 0 ? 0 : ex.$count(table, condition)),
    async read(window) {
      if (clientAccountIds.length === 0) return [];
      const rows = await ex
        .select({
          row: selection as Record<string, PgColumn | SQL>,
          position: window.order.position,
          newest: window.order === changes ? sql<null>`null` : newest,
        })
        .from(table)
        .where(and(condition, window.after))
        .orderBy(...window.order.orderBy)
        .limit(window.limit)
        .offset(window.offset);
      return rows.map(({ row, ...place }) => ({ row: recordOf(row as Record<string, unknown>), ...place }));
    },
  });
}
