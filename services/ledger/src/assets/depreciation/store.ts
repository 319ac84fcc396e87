import type { Executor, Tx } from '@app/db';
import { decimal } from '@app/money';
import { sql } from 'drizzle-orm';
import { assetDepreciations } from '../../schema/assets.ts';
import { ASSET } from '../asset.ts';
import type { BooksOfAsset } from './plan.ts';

/** An asset that is to be written down by itself. */
export interface DueAsset {
  readonly id: number;
  readonly name: string;
  readonly assetClass: string;
  readonly depreciationMethod: 'STRAIGHT_LINE' | 'DECLINING_BALANCE' | 'NONE' | null;
  readonly acquisitionDate: string | null;
  readonly retirementDate: string | null;
}

/** Companies with assets that are written down by themselves. Raw: each once, from the index of the companies. */
export async function companiesWithAssets(ex: Executor): Promise<readonly number[]> {
  const rows = await ex.execute<{ id: string }>(sql`
    select distinct client_account_id::text as id from assets where is_active and auto_depreciate and asset_class is not null order by 1`);
  return rows.map(({ id }) => Number(id));
}

/** Those of a company, in the order of their ids. Raw: an asset that was disposed of stays out, even when it is active. */
export async function dueAssets(ex: Executor, clientAccountId: number): Promise<readonly DueAsset[]> {
  const rows = await ex.execute<Record<string, string | null>>(sql`
    select id, name, asset_class, depreciation_method, acquisition_date::text as acquisition_date, retirement_date::text as retirement_date
    from assets a
    where client_account_id = ${clientAccountId} and is_active and auto_depreciate and asset_class is not null
      and not exists (select from asset_disposals d where d.client_account_id = a.client_account_id and d.asset_id = a.id)
    order by id`);
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name!,
    assetClass: row.asset_class!,
    depreciationMethod: row.depreciation_method as DueAsset['depreciationMethod'],
    acquisitionDate: row.acquisition_date!,
    retirementDate: row.retirement_date!,
  }));
}

/** What each asset of a company moved per month, by account code; what was cancelled is as if it had never been. */
export async function movementsOf(
  ex: Executor,
  clientAccountId: number,
): Promise<ReadonlyMap<number, readonly { readonly month: string; readonly code: string; readonly net: string }[]>> {
  const rows = await ex.execute<{ asset: string; month: string; code: string; net: string }>(sql`
    select b.relation_id::text as asset, b.month::text as month, a.account_code as code, (b.debit - b.credit)::numeric(19, 2)::text as net
    from monthly_dimension_balances b join accounts a on a.id = b.account_id
    where b.client_account_id = ${clientAccountId} and b.relation_type = ${ASSET} and b.debit <> b.credit`);
  return Map.groupBy(rows, ({ asset }) => Number(asset));
}

/** The months that are written down, per asset: those whose entry stands. */
export async function bookedMonths(
  ex: Executor,
  clientAccountId: number,
): Promise<ReadonlyMap<number, BooksOfAsset['booked']>> {
  const rows = await ex.execute<{ asset: string; month: string; amount: string }>(sql`
    select d.asset_id::text as asset, d.month::text as month, d.amount::text as amount
    from asset_depreciations d
    join journal_entries e on e.client_account_id = d.client_account_id and e.id = d.journal_entry_id
    where d.client_account_id = ${clientAccountId} and e.cancelled is null`);
  const perAsset = Map.groupBy(rows, ({ asset }) => Number(asset));
  return new Map(
    [...perAsset].map(([id, months]) => [id, new Map(months.map(({ month, amount }) => [month, decimal(amount)]))]),
  );
}

export interface BookedMonth {
  readonly clientAccountId: number;
  readonly assetId: number;
  readonly month: string;
  readonly amount: string;
  readonly journalEntryId: number;
}

/** Notes months with their entries; one whose entry was cancelled gets the new one. */
export async function noteMonths(tx: Tx, months: readonly BookedMonth[]): Promise<void> {
  await tx
    .insert(assetDepreciations)
    .values([...months])
    .onConflictDoUpdate({
      target: [assetDepreciations.clientAccountId, assetDepreciations.assetId, assetDepreciations.month],
      set: { amount: sql`excluded.amount`, journalEntryId: sql`excluded.journal_entry_id` },
    });
}
