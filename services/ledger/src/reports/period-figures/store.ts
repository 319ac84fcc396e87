import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';

/** Months with postings: their first days, and debit minus credit of what was posted in them. */
export type PartMonths = readonly { readonly month: string; readonly movement: string }[];

/** How far the journal has come, and when the books begin. */
export interface JournalState {
  readonly revision: number;
  readonly firstPostingDate: string | null;
}

/** Raw: two single rows of two tables are one answer. */
export async function journalState(db: Executor, clientAccountId: number): Promise<JournalState> {
  const [row] = await db.execute<{ revision: string | null; first: string | null }>(sql`
    select (select revision from journal_counters where client_account_id = ${clientAccountId})::text as revision,
      (select day from daily_line_counts where client_account_id = ${clientAccountId} and posted + cancelled > 0
        order by day limit 1)::text as first`);
  return { revision: Number(row?.revision ?? 0), firstPostingDate: row?.first ?? null };
}

interface Row extends Record<string, unknown> {
  readonly account_id: string;
  readonly relation_id: string | null;
  readonly month: string;
  readonly movement: string;
}

/**
 * The months of some accounts, and of each bank account on some others, by `<account>:` and `<account>:<bank account>`.
 * Raw: a union of two tables of sums.
 */
export async function monthsOf(
  db: Executor,
  question: {
    readonly clientAccountId: number;
    readonly from: string;
    readonly to: string;
    readonly accountIds: readonly number[];
    readonly bankAccountIds: readonly number[];
  },
): Promise<ReadonlyMap<string, PartMonths>> {
  const { clientAccountId, from, to, accountIds, bankAccountIds } = question;
  const movement = sql`(debit - credit + cancelled_debit - cancelled_credit)::numeric(38, 2)::text as movement`;
  const posted = sql`client_account_id = ${clientAccountId} and month between ${from}::date and ${to}::date
    and line_count + cancelled_line_count > 0`;
  const rows = await db.execute<Row>(sql`
    select account_id, null::bigint as relation_id, month::text, ${movement} from monthly_balances
    where ${posted} and account_id in (select jsonb_array_elements_text(${JSON.stringify(accountIds)}::jsonb)::bigint)
    union all
    select account_id, relation_id, month::text, ${movement} from monthly_dimension_balances
    where ${posted} and relation_type = 'bankacc'
      and account_id in (select jsonb_array_elements_text(${JSON.stringify(bankAccountIds)}::jsonb)::bigint)
    order by month`);
  const months = Map.groupBy(rows, ({ account_id, relation_id }) => `${account_id}:${relation_id ?? ''}`);
  return new Map(
    [...months].map(([part, own]) => [part, own.map(({ month, movement: moved }) => ({ month, movement: moved }))]),
  );
}
