import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';

export interface WhitelistedTaxCode {
  readonly id: number;
  readonly taxCodeId: number;
  readonly code: string;
}

export interface AccountStatistics {
  /** Posted lines, cancelled and reversing ones included. */
  readonly lineCount: number;
  readonly lastPostingDate: string | null;
  /** Debit minus credit. */
  readonly balance: string;
}

const idList = (ids: readonly number[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)`;

function grouped<R, T>(rows: Iterable<R>, idOf: (row: R) => number, part: (row: R) => T): ReadonlyMap<number, readonly T[]> {
  const byId = new Map<number, T[]>();
  for (const row of rows) {
    const id = idOf(row);
    byId.set(id, [...(byId.get(id) ?? []), part(row)]);
  }
  return byId;
}

/** Dimensions that lines on these accounts should carry, per account. */
export async function mandatoryDimensionsOf(db: Executor, ids: readonly number[]): Promise<ReadonlyMap<number, readonly DimensionType[]>> {
  const rows = await db.execute<{ account_id: string; relation_type: DimensionType }>(sql`
    select account_id, relation_type from account_mandatory_dimensions where account_id in ${idList(ids)} order by account_id, relation_type`);
  return grouped(
    rows,
    (row) => Number(row.account_id),
    (row) => row.relation_type,
  );
}

/** The tax codes that these accounts are restricted to, per account; none: no restriction. */
export async function taxCodesOf(db: Executor, ids: readonly number[]): Promise<ReadonlyMap<number, readonly WhitelistedTaxCode[]>> {
  const rows = await db.execute<{ id: string; account_id: string; tax_code_id: string; code: string }>(sql`
    select w.id, w.account_id, w.tax_code_id, t.code from account_tax_codes w join tax_codes t on t.id = w.tax_code_id
    where w.account_id in ${idList(ids)} order by w.account_id, w.id`);
  return grouped(
    rows,
    (row) => Number(row.account_id),
    (row) => ({ id: Number(row.id), taxCodeId: Number(row.tax_code_id), code: row.code }),
  );
}

/** What a client account has posted on these accounts. */
export async function statisticsOf(
  db: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AccountStatistics>> {
  const rows = await db.execute<{ account_id: string; line_count: string; balance: string; last: string | null }>(sql`
    select b.account_id, sum(b.line_count + b.cancelled_line_count) as line_count,
      sum(b.debit - b.credit + b.cancelled_debit - b.cancelled_credit)::numeric(38, 2)::text as balance,
      (select l.posting_date::text from journal_lines l
        join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id and not e.is_draft
        where l.client_account_id = ${clientAccountId} and l.account_id = b.account_id order by l.posting_date desc limit 1) as last
    from monthly_balances b where b.client_account_id = ${clientAccountId} and b.account_id in ${idList(ids)} group by b.account_id`);
  return new Map(
    rows.map((row) => [Number(row.account_id), { lineCount: Number(row.line_count), lastPostingDate: row.last, balance: row.balance }]),
  );
}
