import type { SaldoGroup } from '@app/api/ledger/asset-classes';
import type { TaxEntryType } from '@app/api/ledger/tax-ledger';
import { locatePage, type PageMeta } from '@app/contract';
import type { Executor } from '@app/db';
import { decimal, ZERO } from '@app/money';
import { type SQL, sql } from 'drizzle-orm';
import { ASSET } from '../assets/asset.ts';
import { assetClasses } from '../assets/classes.ts';
import type { TaxMovement } from './balances.ts';

export interface TaxLedgerFilter {
  readonly clientAccountId: number;
  readonly reportingYear?: number | undefined;
  readonly assetId?: number | undefined;
  readonly entryType?: TaxEntryType | undefined;
  readonly group?: SaldoGroup | undefined;
}

/** An entry as the database gives it; `id` and `source_id` as digits. */
export interface TaxEntryRow extends Record<string, unknown> {
  readonly id: string;
  readonly created_at: string;
  readonly reporting_year: number;
  readonly posting_date: string;
  readonly asset_id: string;
  readonly entry_type: TaxEntryType;
  readonly saldogruppe: SaldoGroup | null;
  readonly amount: string;
  readonly description: string;
  readonly source_type: string;
  readonly source_id: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const classes = JSON.stringify(
  assetClasses.map(({ code, assetAccount, group }) => ({ code, account: assetAccount, group })),
);
const utc = (column: string): SQL => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

/**
 * The entries of a company. Raw: acquisitions are the lines of the books on the asset account of the asset's class, but
 * for depreciation and disposals, so that they are what the books say at any time; the rest is stored.
 */
const entriesOf = (clientAccountId: number): SQL => sql`
  select l.id, ${utc('e.posted_at')} as created_at, extract(year from l.posting_date)::integer as reporting_year, l.posting_date, x.id as asset_id,
    'ACQUISITION' as entry_type, c."group" as saldogruppe, l.debit - l.credit as amount,
    coalesce(nullif(l.description, ''), nullif(e.description, ''), x.name) as description, 'JOURNAL_ENTRY' as source_type, e.id as source_id,
    '{}'::jsonb as details
  from assets x
  join jsonb_to_recordset(${classes}::text::jsonb) as c (code text, account text, "group" text) on c.code = x.asset_class
  join journal_line_dimensions d on d.client_account_id = x.client_account_id and d.relation_type = ${ASSET} and d.relation_id = x.id
  join journal_lines l on l.client_account_id = d.client_account_id and l.id = d.journal_line_id and l.journal_entry_id = d.journal_entry_id
  join accounts a on a.id = l.account_id and a.account_code = c.account
  join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id and not e.is_draft and e.cancelled is null
  where x.client_account_id = ${clientAccountId}
    and not exists (select from asset_depreciations w where w.client_account_id = e.client_account_id and w.journal_entry_id = e.id)
    and not exists (select from asset_disposals w where w.client_account_id = e.client_account_id and w.journal_entry_id = e.id)
  union all
  select t.id, ${utc('t.created_at')}, t.reporting_year, t.posting_date, t.asset_id, t.entry_type, t.saldogruppe, t.amount, t.description, t.source_type,
    t.source_id, t.details || coalesce((
      select jsonb_build_object('voucher_id', w.voucher_id) from asset_disposals w
      where w.client_account_id = t.client_account_id and w.asset_id = t.asset_id and t.entry_type = 'DISPOSAL'), '{}')
  from tax_ledger_entries t where t.client_account_id = ${clientAccountId}`;

function conditionOf({ reportingYear, assetId, entryType, group }: TaxLedgerFilter): SQL {
  const parts = [sql`true`];
  if (reportingYear !== undefined) parts.push(sql`t.reporting_year = ${reportingYear}`);
  if (assetId !== undefined) parts.push(sql`t.asset_id = ${assetId}`);
  if (entryType !== undefined) parts.push(sql`t.entry_type = ${entryType}`);
  if (group !== undefined) parts.push(sql`t.saldogruppe = ${group}`);
  return sql.join(parts, sql` and `);
}

/** A page of the entries, in the order of their days. */
export async function listEntries(
  ex: Executor,
  filter: TaxLedgerFilter,
  wanted: { readonly page: number; readonly per_page: number },
): Promise<{ readonly rows: readonly TaxEntryRow[]; readonly meta: PageMeta }> {
  const matching = sql`from (${entriesOf(filter.clientAccountId)}) t where ${conditionOf(filter)}`;
  const [counted] = await ex.execute<{ records: string }>(sql`select count(*) as records ${matching}`);
  const { meta, offset } = locatePage(wanted, Number(counted!.records));
  const rows = await ex.execute<TaxEntryRow>(sql`
    select t.id::text as id, t.created_at, t.reporting_year, t.posting_date::text as posting_date, t.asset_id::text as asset_id, t.entry_type,
      t.saldogruppe, t.amount::numeric(19, 2)::text as amount, t.description, t.source_type, t.source_id::text as source_id, t.details
    ${matching} order by t.posting_date, t.id limit ${meta.per_page} offset ${offset}`);
  return { rows: [...rows], meta };
}

/** What each asset with a group moved until the end of a year. A deferred gain is no part of a balance. */
export async function movementsUntil(
  ex: Executor,
  clientAccountId: number,
  year: number,
): Promise<readonly TaxMovement[]> {
  const rows = await ex.execute<{
    group: SaldoGroup;
    asset: string;
    year: number;
    type: TaxEntryType;
    amount: string;
  }>(sql`
    select t.saldogruppe as "group", t.asset_id::text as asset, t.reporting_year as year, t.entry_type as type, sum(t.amount)::numeric(19, 2)::text as amount
    from (${entriesOf(clientAccountId)}) t
    where t.saldogruppe is not null and t.reporting_year <= ${year} and t.entry_type in ('ACQUISITION', 'DISPOSAL') group by 1, 2, 3, 4`);
  return rows.map(({ group, asset, year: of, type, amount }) => ({
    ...{ group, assetId: Number(asset), year: of, isDisposed: type === 'DISPOSAL' },
    added: type === 'ACQUISITION' ? decimal(amount) : ZERO,
    proceeds: type === 'DISPOSAL' ? decimal(amount).negated() : ZERO,
  }));
}
