import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { TaxCode } from './tax-code.ts';

interface TaxCodeRow extends Record<string, unknown> {
  readonly id: string;
  readonly code: string;
  readonly rate: string;
  readonly category: 'input' | 'output' | null;
  readonly tax_account_id: string | null;
  readonly acquisition_tax_account_id: string | null;
  readonly active_from: string | null;
  readonly active_to: string | null;
  readonly compensation: boolean;
  readonly description_nob: string;
  readonly description_eng: string;
}

async function select(db: Executor, condition: SQL): Promise<readonly TaxCode[]> {
  const rows = await db.execute<TaxCodeRow>(sql`
    select id, code, rate::text, category, tax_account_id, acquisition_tax_account_id, active_from::text, active_to::text, compensation,
      description_nob, description_eng
    from tax_codes where ${condition} order by id`);
  return rows.map((row) => ({
    id: Number(row.id),
    code: row.code,
    rate: row.rate,
    category: row.category,
    taxAccountId: row.tax_account_id === null ? null : Number(row.tax_account_id),
    acquisitionTaxAccountId: row.acquisition_tax_account_id === null ? null : Number(row.acquisition_tax_account_id),
    activeFrom: row.active_from,
    activeTo: row.active_to,
    compensation: row.compensation,
    nob: row.description_nob,
    eng: row.description_eng,
  }));
}

/** In the order of the national list. */
export const listTaxCodes = (db: Executor, filter: { readonly activeOn?: string | undefined; readonly category?: string | undefined }) =>
  select(
    db,
    sql.join(
      [
        sql`true`,
        ...(filter.activeOn
          ? [sql`coalesce(active_from <= ${filter.activeOn}::date, true) and coalesce(active_to >= ${filter.activeOn}::date, true)`]
          : []),
        ...(filter.category ? [sql`category = ${filter.category}`] : []),
      ],
      sql` and `,
    ),
  );

export const findTaxCodes = (db: Executor, ids: readonly number[]): Promise<readonly TaxCode[]> =>
  select(db, sql`id in (select jsonb_array_elements_text(${JSON.stringify([...new Set(ids)])}::jsonb)::bigint)`);

export interface TaxAccount {
  readonly id: number;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  readonly isActive: boolean;
}

/** The accounts that tax codes post to; all of them of the system chart. */
export async function taxAccounts(db: Executor): Promise<ReadonlyMap<number, TaxAccount>> {
  const rows = await db.execute<{ id: string; code: string; nob: string; eng: string | null; active: boolean }>(sql`
    select a.id, a.account_code as code, a.description_nob as nob, a.description_eng as eng, a.is_active as active from accounts a
    where a.id in (select tax_account_id from tax_codes union select acquisition_tax_account_id from tax_codes)`);
  return new Map(rows.map(({ id, code, nob, eng, active }) => [Number(id), { id: Number(id), code, nob, eng, isActive: active }]));
}
