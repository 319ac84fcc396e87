import type { Following, OrderTerm } from '@app/contract';
import {
  anyOf,
  certain,
  changeOrder,
  type Executor,
  type FollowedPage,
  keysetOf,
  newestOf,
  readFollowed,
  type Term,
  termOf,
} from '@app/db';
import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { changeTurns } from '../schema/change-turns.ts';
import { files } from '../schema/files.ts';
import { voucherTexts } from '../schema/voucher-readings.ts';
import { vouchers } from '../schema/vouchers.ts';
import { conditionOf, dateOfVoucher, type VoucherFilter } from './filters.ts';

export type OrderField =
  | 'id'
  | 'created_at'
  | 'updated_at'
  | 'document_date'
  | 'file_name'
  | 'type'
  | 'status'
  | 'workflow_status'
  | 'size';

const columns: Readonly<Record<OrderField, PgColumn | SQL>> = {
  id: vouchers.id,
  created_at: files.createdAt,
  updated_at: files.updatedAt,
  document_date: sql`${dateOfVoucher}::text`,
  file_name: sql`${files.fileName} collate "C"`,
  type: sql`${vouchers.voucherType}`,
  status: sql`${vouchers.status} collate "C"`,
  workflow_status: sql`${vouchers.workflowStatus} collate "C"`,
  size: files.size,
};
/** Fields that vouchers may lack. */
const ABSENT: readonly OrderField[] = ['document_date', 'type'];

/** What lacks the field comes last, whichever way the others go. */
function termOfOrder({ field, descending }: OrderTerm<OrderField>): Term {
  const expression = columns[field];
  if (!ABSENT.includes(field)) return termOf(field, expression, descending);
  const last = sql.raw(descending ? "''" : "'~'");
  return certain(field, 'text', sql`coalesce(${expression}, ${last}) collate "C"`, descending);
}

const changes = changeOrder(files.updatedAt, vouchers.id);

/** Orders that need the file of each voucher, not only its row. */
const OF_FILES: readonly OrderField[] = ['created_at', 'updated_at', 'file_name', 'size'];

/** How a caller wants to see the list. */
export interface VoucherListing {
  readonly following: Following;
  readonly page: { readonly page: number; readonly per_page: number };
  readonly order: readonly OrderTerm<OrderField>[];
}

/**
 * The ids of one page, newest first unless another order is asked for, with `updatedFrom` in that of the changes. What
 * is passed over on the way to a late page is looked at as little as can be: files are joined where the order needs them
 * alone.
 */
export function listedIds(
  ex: Executor,
  filter: VoucherFilter,
  { following, page, order }: VoucherListing,
): Promise<FollowedPage<number>> {
  const accounts = [...filter.scope.whole, ...filter.scope.own];
  const terms = order.map(termOfOrder);
  const last = order.some(({ field }) => field === 'id') ? [] : [termOf('id', vouchers.id, true)];
  const ownOrder = filter.updatedFrom === undefined ? keysetOf([...terms, ...last]) : undefined;
  const ofFiles = order.some(({ field }) => OF_FILES.includes(field));
  // Every change of a voucher or file is stamped with the turn of its account, which holds the last of them.
  const newest = sql<string | null>`(
    select ${newestOf(changeTurns.lastChangeAt)} from ${changeTurns} where ${anyOf(changeTurns.clientAccountId, accounts)})`;
  return readFollowed({
    following,
    page,
    order: ownOrder,
    changes,
    count: () => ex.$count(vouchers, conditionOf(filter)),
    async read(window) {
      const isOfChanges = window.order === changes;
      const query = ex
        .select({
          row: vouchers.id,
          position: window.order.position,
          newest: isOfChanges ? sql<null>`null` : newest,
        })
        .from(vouchers)
        .$dynamic();
      if (isOfChanges || ofFiles) query.innerJoin(files, eq(files.id, vouchers.id));
      const isFollowed = isOfChanges && and(anyOf(files.clientAccountId, accounts), eq(files.type, 'VOUCHER'));
      return query
        .where(and(conditionOf(filter), isFollowed || undefined, window.after))
        .orderBy(...window.order.orderBy)
        .limit(window.limit)
        .offset(window.offset);
    },
  });
}

/** The ids of everything that is asked for and can be compared, but the voucher that it is compared with. */
export async function comparableIds(
  ex: Executor,
  filter: VoucherFilter,
  sourceId: number,
): Promise<readonly { readonly clientAccountId: number; readonly ids: readonly number[] }[]> {
  const rows = await ex
    .select({ clientAccountId: vouchers.clientAccountId, ids: sql<string>`string_agg(${vouchers.id}::text, ',')` })
    .from(vouchers)
    .innerJoin(voucherTexts, eq(voucherTexts.voucherId, vouchers.id))
    .where(and(conditionOf(filter), isNotNull(voucherTexts.embedding), ne(vouchers.id, sourceId)))
    .groupBy(vouchers.clientAccountId);
  return rows.map(({ clientAccountId, ids }) => ({ clientAccountId, ids: ids.split(',').map(Number) }));
}
