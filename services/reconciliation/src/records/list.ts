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
import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A table of records with the columns that lists are followed by. */
type RecordTable = PgTable & Readonly<Record<'id' | 'clientAccountId' | 'updatedAt', PgColumn>>;

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

/** Who reads: the client accounts of a call with a list of them. */
export const idsOfAccounts = (accounts: readonly { readonly clientAccountId: number }[]): readonly number[] =>
  accounts.map(({ clientAccountId }) => clientAccountId);

/**
 * A page of records: by id unless another order is asked for, with `updatedFrom` in the order of the changes
 * (docs/contract/lists.md, "Following changes").
 * @param options.where what the list filters by besides
 * @param options.orders expressions of the fields that it can be ordered by
 */
export async function listRecords<R>(
  ex: Executor,
  { clientAccountIds, updatedFrom, following, page, order }: Listing,
  options: {
    readonly table: RecordTable;
    readonly selection: Readonly<Record<string, PgColumn | SQL>>;
    readonly recordOf: (row: Record<string, unknown>) => R;
    readonly orders: Readonly<Record<string, PgColumn | SQL>>;
    readonly where?: SQL | undefined;
  },
): Promise<FollowedPage<R>> {
  const { table, selection, recordOf, orders } = options;
  const changes = changeOrder(table.updatedAt, table.id);
  const ofAccounts = amongAccounts(table.clientAccountId, clientAccountIds);
  const condition = and(
    ofAccounts,
    updatedFrom === undefined ? undefined : gte(table.updatedAt, new Date(updatedFrom)),
    options.where,
  );
  const terms = order.map(({ field, descending }) => termOf(field, orders[field]!, descending));
  // What is newest is asked of the accounts, not of the filters: what comes to pass them later is a change too.
  const newest = sql<string | null>`(select ${newestOf(table.updatedAt)} from ${table} where ${ofAccounts})`;
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
          row: selection,
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
