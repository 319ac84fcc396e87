import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';
import type { DayLines, Span } from './parts.ts';

const idArray = (ids: readonly (number | string)[]) => sql`${`{${ids.join(',')}}`}::bigint[]`;

/** What the file says of an account besides its balances. */
export interface AccountFacts {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly groupingCategory: string;
  readonly groupingCode: string;
  /** A calendar day in Oslo; null for accounts of the system chart. */
  readonly madeOn: string | null;
}

/** The number of the last entry that is posted; 0 before the first. */
export async function lastSequenceNumber(db: Executor, clientAccountId: number): Promise<number> {
  const [row] = await db.execute<{ last: string }>(
    sql`select last_sequence_number as last from journal_counters where client_account_id = ${clientAccountId}`,
  );
  return Number(row?.last ?? 0);
}

/** The currency of the books, and whether the company is liable for VAT on a day. @throws Error when nothing is known */
export async function companyFacts(
  db: Executor,
  clientAccountId: number,
  day: string,
): Promise<{ readonly currency: string; readonly isVatLiable: boolean }> {
  const [row] = await db.execute<{ currency: string; liable: boolean }>(sql`
    select accounting_currency as currency, vat_liable_during @> ${day}::date as liable from account_facts
    where client_account_id = ${clientAccountId}`);
  if (row === undefined) throw new Error(`nothing is known of client account ${clientAccountId}`);
  return { currency: row.currency, isVatLiable: row.liable };
}

/** Accounts by id. Raw: ids are one parameter. */
export async function accountFacts(
  db: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AccountFacts>> {
  const rows = await db.execute<{
    id: string;
    code: string;
    name: string;
    category: string;
    grouping: string;
    made: string | null;
  }>(sql`
    select id, account_code as code, description_nob as name, grouping_category as category, grouping_code as grouping,
      case when client_account_id is not null then (created_at at time zone 'Europe/Oslo')::date::text end as made
    from accounts where id = any (${idArray(ids)}) and (client_account_id is null or client_account_id = ${clientAccountId})`);
  return new Map(
    rows.map(({ id, code, name, category, grouping, made }) => [
      Number(id),
      { id: Number(id), code, name, groupingCategory: category, groupingCode: grouping, madeOn: made },
    ]),
  );
}

/** The days on which something was posted, in their order. */
export async function linesPerDay(
  db: Executor,
  clientAccountId: number,
  { from, to }: Span,
): Promise<readonly DayLines[]> {
  const rows = await db.execute<{ day: string; lines: string }>(sql`
    select day::text, posted + cancelled as lines from daily_line_counts
    where client_account_id = ${clientAccountId} and day between ${from}::date and ${to}::date and posted + cancelled > 0 order by day`);
  return rows.map(({ day, lines }) => ({ day, lines: Number(lines) }));
}

/**
 * How many transactions the entries of a span are: an entry is one for each posting date that its lines have, and
 * balances on each. Raw: what has one date is counted without its lines.
 */
export async function countTransactions(db: Executor, clientAccountId: number, { from, to }: Span): Promise<number> {
  const [row] = await db.execute<{ transactions: string }>(sql`
    select (
      select count(*) from journal_entries e where e.client_account_id = ${clientAccountId} and not e.is_draft
        and e.min_posting_date = e.max_posting_date and e.first_posting_date between ${from}::date and ${to}::date
    ) + (
      select count(*) from (
        select distinct l.journal_entry_id, l.posting_date from journal_entries e
        join journal_lines l on l.client_account_id = e.client_account_id and l.journal_entry_id = e.id
        where e.client_account_id = ${clientAccountId} and not e.is_draft and e.min_posting_date <> e.max_posting_date
          and e.min_posting_date <= ${to}::date and e.max_posting_date >= ${from}::date
          and l.posting_date between ${from}::date and ${to}::date) dated
    ) as transactions`);
  return Number(row!.transactions);
}

/** A value that lines are tagged with. */
export interface AnalysisValue {
  readonly type: DimensionType;
  readonly id: number;
  readonly name: string | null;
}

/**
 * The values that lines of a span carry, in order of type and id; business partners only where they are neither
 * customer nor supplier. A value that was used in a month of the span alone is among them too.
 * @param partyAccountIds the accounts of customers and suppliers
 */
export async function analysisValues(
  db: Executor,
  clientAccountId: number,
  { from, to }: Span,
  partyAccountIds: readonly number[],
): Promise<readonly AnalysisValue[]> {
  const rows = await db.execute<{ type: DimensionType; id: string; name: string | null }>(sql`
    select b.relation_type as type, b.relation_id as id, r.name
    from monthly_dimension_balances b
    left join reference_values r on r.client_account_id = b.client_account_id and r.relation_type = b.relation_type
      and r.relation_id = b.relation_id
    where b.client_account_id = ${clientAccountId} and b.relation_id > 0
      and b.month between date_trunc('month', ${from}::date)::date and ${to}::date and b.line_count + b.cancelled_line_count > 0
      and (b.relation_type <> 'businesspartner' or b.account_id <> all (${idArray(partyAccountIds)}))
    group by b.relation_type, b.relation_id, r.name order by b.relation_type, b.relation_id`);
  return rows.map(({ type, id, name }) => ({ type, id: Number(id), name }));
}

/** A tax code in one of its rate periods. */
export interface SaftTaxCode {
  /** Every record of the code, whatever its period. */
  readonly records: readonly { readonly id: number; readonly rate: string }[];
  readonly code: string;
  readonly description: string;
  /** Percent, in force on the day that was asked about, else the last one before. */
  readonly rate: string;
  readonly compensation: boolean;
}

/** Every tax code, each once. */
export async function taxCodesAt(db: Executor, day: string): Promise<readonly SaftTaxCode[]> {
  const rows = await db.execute<{
    records: { id: number; rate: string }[];
    code: string;
    description: string;
    rate: string;
    compensation: boolean;
  }>(sql`
    select t.code, (array_agg(t.description_nob order by coalesce(t.active_from, '-infinity') <= ${day}::date desc, t.active_from desc nulls last))[1] as description,
      (array_agg(t.rate::text order by coalesce(t.active_from, '-infinity') <= ${day}::date desc, t.active_from desc nulls last))[1] as rate,
      bool_or(t.compensation) as compensation, json_agg(json_build_object('id', t.id, 'rate', t.rate::text)) as records
    from tax_codes t group by t.code order by length(t.code), t.code`);
  return rows;
}
