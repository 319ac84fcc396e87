import type { Following, OrderTerm } from '@app/contract';
import { changeOrder, type Executor, type FollowedPage, keysetOf, newestOf, readFollowed, termOf } from '@app/db';
import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A table of records with the columns that lists are followed by. */
type RecordTable = PgTable & Readonly<Record<'id' | 'clientAccountId' | 'updatedAt', PgColumn>>;

export type Orders = Readonly<Record<string, PgColumn | SQL>>;

/** How a caller wants to see a list of one client account. */
export interface Listing {
  readonly clientAccountId: number;
  /** UTC, to the millisecond. */
  readonly updatedFrom?: string | undefined;
  readonly following: Following;
  readonly page: { readonly page: number; readonly per_page: number };
  readonly order: readonly OrderTerm<string>[];
}

/**
 * A page of the records of an account: by id unless another order is asked for, with `updatedFrom` in the order of the
 * changes (docs/contract/lists.md, "Following changes").
 * @param options.where what the list filters by besides
 * @param options.orders expressions of the fields that it can be ordered by
 */
export async function listRecords<R>(
  ex: Executor,
  { clientAccountId, updatedFrom, following, page, order }: Listing,
  options: {
    readonly table: RecordTable;
    readonly selection: Record<string, PgColumn | SQL>;
    readonly recordOf: (row: Record<string, unknown>) => R;
    readonly orders: Orders;
    readonly where?: SQL | undefined;
  },
): Promise<FollowedPage<R>> {
  const { table, selection, recordOf, orders } = options;
  const changes = changeOrder(table.updatedAt, table.id);
  const ofAccount = eq(table.clientAccountId, clientAccountId);
  const condition = and(
    ofAccount,
    updatedFrom === undefined ? undefined : gte(table.updatedAt, new Date(updatedFrom)),
    options.where,
  );
  const terms = order.map(({ field, descending }) => termOf(field, orders[field]!, descending));
  // What is newest is asked of the account, not of the filters: what comes to pass them later is a change too.
  const newest = sql<string | null>`(select ${newestOf(table.updatedAt)} from ${table} where ${ofAccount})`;
  return readFollowed({
    following,
    page,
    order: updatedFrom === undefined ? keysetOf([...terms, termOf('id', table.id)]) : undefined,
    changes,
    count: () => ex.$count(table, condition),
    async read(window) {
      const rows = await ex
        .select({
          row: selection,
          position: window.order.position,
          newest: window.order === changes ? sql<null>`null` : newest,
        })
        .from(table)
        .where(and(condition, window.after))
        .orderBy(...window.order.orderBy)
        .limit(window.limit)
        .offset(window.offset);
      return rows.map(({ row, ...place }) => ({ row: recordOf(row), ...place }));
    },
  });
}
