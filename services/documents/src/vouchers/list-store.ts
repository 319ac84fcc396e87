import type { OrderTerm } from '@app/contract';
import type { Executor } from '@app/db';
import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
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

const columns: Readonly<Record<OrderField, SQL>> = {
  id: sql`${vouchers.id}`,
  created_at: sql`${files.createdAt}`,
  updated_at: sql`${files.updatedAt}`,
  document_date: dateOfVoucher,
  file_name: sql`${files.fileName}`,
  type: sql`${vouchers.voucherType}`,
  status: sql`${vouchers.status}`,
  workflow_status: sql`${vouchers.workflowStatus}`,
  size: sql`${files.size}`,
};

/** Orders that need the file of each voucher, not only its row. */
const OF_FILES: readonly OrderField[] = ['created_at', 'updated_at', 'file_name', 'size'];

export const countListed = (ex: Executor, filter: VoucherFilter): Promise<number> =>
  ex.$count(vouchers, conditionOf(filter));

/**
 * The ids of one page, newest first unless another order is asked for. What is passed over on the way to a late page is
 * looked at as little as can be: files are joined where the order needs them alone.
 */
export async function listedIds(
  ex: Executor,
  filter: VoucherFilter,
  order: readonly OrderTerm<OrderField>[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly number[]> {
  const terms = order.map(({ field, descending }) =>
    descending ? sql`${columns[field]} desc nulls last` : sql`${columns[field]} asc nulls last`,
  );
  const byId = order.find(({ field }) => field === 'id');
  const last = byId && !byId.descending ? asc(vouchers.id) : desc(vouchers.id);
  const query = ex.select({ id: vouchers.id }).from(vouchers).$dynamic();
  if (order.some(({ field }) => OF_FILES.includes(field))) query.innerJoin(files, eq(files.id, vouchers.id));
  const rows = await query
    .where(conditionOf(filter))
    .orderBy(...terms, last)
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
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
