import type postgres from 'postgres';
import type { Companies, Company } from './company.ts';

/** Companies by the number of their lines. */
export interface LargeBooks {
  readonly million: Company;
  readonly fiveMillion: Company;
}

const LINES_PER_ENTRY = 4;
const ACCOUNTS = 60;
/** The first day of the books; they have as many lines on each day. */
export const FIRST_DAY = '2024-01-01';
const DAYS = 790;
const STEP_ENTRIES = 100_000;

/** A company with the entries of two years, straight in the database, and what the books keep beside them. */
export async function loadBooks(
  companies: Companies,
  sql: postgres.Sql,
  lines: number,
  say: (text: string) => void,
): Promise<Company> {
  // A draft leaves the numbers to the lines that are loaded.
  const company = await companies.add({ isPosted: false });
  await fillBooks(sql, company, { userId: companies.userId, accounts: ACCOUNTS, lines }, say);
  await settleBooks(sql);
  return company;
}

/**
 * What stands on disk and in statistics once books are loaded. Books that grew over years were vacuumed as they did: else
 * the server does it for minutes beside what is measured.
 */
export async function settleBooks(sql: postgres.Sql): Promise<void> {
  await sql.unsafe('vacuum (analyze) journal_entries, journal_lines, journal_line_dimensions');
  await sql.unsafe(
    'vacuum (analyze) monthly_balances, monthly_dimension_balances, daily_line_counts, journal_counters',
  );
  await sql.unsafe('checkpoint');
}

/** What a company's books are filled with. */
export interface BooksShape {
  readonly userId: number;
  readonly lines: number;
  /** On so many accounts, of every class, so that no statement is empty. */
  readonly accounts: number;
}

/** Fills a company that has posted nothing with the entries of two years, straight in the database. */
export async function fillBooks(
  sql: postgres.Sql,
  company: Company,
  shape: BooksShape,
  say: (text: string) => void,
): Promise<void> {
  const { lines } = shape;
  const entries = Math.ceil(lines / LINES_PER_ENTRY);
  const started = performance.now();
  for (let from = 1; from <= entries; from += STEP_ENTRIES) {
    await loadEntries(sql, company, shape, { from, to: Math.min(entries, from + STEP_ENTRIES - 1), of: entries });
    const seconds = Math.round((performance.now() - started) / 1_000);
    say(
      `loading ${(entries * LINES_PER_ENTRY).toLocaleString('en')} lines: ${Math.min(100, Math.round(((from + STEP_ENTRIES) / entries) * 100))} % after ${seconds} s`,
    );
  }
  // The sums are planned by what is there now, not by what the tables were before.
  await sql.unsafe('analyze journal_entries, journal_lines, journal_line_dimensions');
  await keepSums(sql, company, entries);
}

/**
 * Without triggers and foreign keys, which only cost time here: `npm run bench` verifies the whole database in the end.
 */
async function loadEntries(
  sql: postgres.Sql,
  company: Company,
  { userId, accounts }: BooksShape,
  { from, to, of }: { readonly from: number; readonly to: number; readonly of: number },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica; set local synchronous_commit = off');
    const [ids] = await tx<{ entry: string; line: string; dimension: string }[]>`
      select nextval('journal_entries_id_seq') as entry, nextval('journal_lines_id_seq') as line, nextval('journal_line_dimensions_id_seq') as dimension`;
    const count = to - from + 1;
    await tx`
      insert into journal_entries (id, client_account_id, sequence_number, is_draft, description, first_posting_date, min_posting_date, max_posting_date,
        line_count, created_at, created_by_id, updated_at, updated_by_id, posted_at, posted_by_id)
      select ${ids!.entry}::bigint + n, ${company.id}::bigint, ${from}::bigint + n, false, 'Bilag ' || n, day, day, day, ${LINES_PER_ENTRY}, at, ${userId}::bigint, at, ${userId}::bigint, at, ${userId}::bigint
      from generate_series(0, ${count - 1}::bigint) n
      cross join lateral (select ${FIRST_DAY}::date + ((${from - 1}::bigint + n) * ${DAYS}::bigint / ${of}::bigint)::integer as day) d
      cross join lateral (select d.day + time '12:00' at time zone 'UTC' as at) t`;
    await tx`
      with accounts as (
        select array_agg(id) as ids from (
          select id from accounts where client_account_id is null and is_active and account_code <> '2099'
          order by substr(account_code, 2) desc, account_code limit ${accounts}) a
      )
      insert into journal_lines (id, client_account_id, journal_entry_id, line_id, posting_date, description, account_id, debit, credit, debit_fc, credit_fc,
        currency_code, exchange_rate, tax_line)
      select ${ids!.line}::bigint + e.n * ${LINES_PER_ENTRY} + k, ${company.id}::bigint, e.id, k + 1, e.first_posting_date, '', a.ids[1 + (e.n * 7 + k * 17) % cardinality(a.ids)],
        case when k < 2 then amount else 0 end, case when k < 2 then 0 else amount end, case when k < 2 then amount else 0 end,
        case when k < 2 then 0 else amount end, 'NOK', 1, false
      from (select id, first_posting_date, sequence_number - ${from}::bigint as n from journal_entries
        where client_account_id = ${company.id}::bigint and id between ${ids!.entry}::bigint and ${ids!.entry}::bigint + ${count - 1}::bigint) e
      cross join generate_series(0, ${LINES_PER_ENTRY - 1}) k cross join accounts a
      cross join lateral (select (100 + e.n % 9000)::numeric / 100 as amount) m`;
    await tx`
      insert into journal_line_dimensions (id, client_account_id, journal_entry_id, journal_line_id, relation_type, relation_id, account_id, posting_date)
      select ${ids!.dimension}::bigint + row_number() over () - 1, client_account_id, journal_entry_id, id, 'project', ${company.projectId}::bigint, account_id, posting_date
      from journal_lines where client_account_id = ${company.id}::bigint and id between ${ids!.line}::bigint and ${ids!.line}::bigint + ${count * LINES_PER_ENTRY - 1}::bigint and line_id = 1`;
    await tx`
      select setval('journal_entries_id_seq', ${ids!.entry}::bigint + ${count}), setval('journal_lines_id_seq', ${ids!.line}::bigint + ${count * LINES_PER_ENTRY}),
        setval('journal_line_dimensions_id_seq', ${ids!.dimension}::bigint + ${count})`;
  });
}

async function keepSums(sql: postgres.Sql, { id }: Company, entries: number): Promise<void> {
  // The draft has its sums already.
  const after = Temporal.PlainDate.from(FIRST_DAY).add({ days: DAYS }).toString();
  await sql.begin(async (tx) => {
    await tx`
      insert into monthly_balances (client_account_id, account_id, month, debit, credit, line_count, cancelled_debit, cancelled_credit, cancelled_line_count,
        draft_debit, draft_credit, draft_line_count)
      select ${id}::bigint, account_id, date_trunc('month', posting_date)::date, sum(debit), sum(credit), count(*), 0, 0, 0, 0, 0, 0
      from journal_lines where client_account_id = ${id}::bigint and posting_date < ${after}::date group by 2, 3`;
    await tx`
      insert into monthly_dimension_balances (client_account_id, account_id, relation_type, relation_id, month, debit, credit, line_count, cancelled_debit,
        cancelled_credit, cancelled_line_count, draft_debit, draft_credit, draft_line_count)
      select ${id}::bigint, l.account_id, d.relation_type, d.relation_id, date_trunc('month', l.posting_date)::date, sum(l.debit), sum(l.credit), count(*), 0, 0, 0, 0, 0, 0
      from journal_line_dimensions d join journal_lines l on l.client_account_id = d.client_account_id and l.id = d.journal_line_id
      where d.client_account_id = ${id}::bigint and d.posting_date < ${after}::date group by 2, 3, 4, 5`;
    await tx`
      insert into daily_line_counts (client_account_id, day, posted, cancelled, drafts)
      select ${id}::bigint, posting_date, count(*), 0, 0 from journal_lines
      where client_account_id = ${id}::bigint and posting_date < ${after}::date group by 2`;
    await tx`
      update journal_counters set last_sequence_number = ${entries}, revision = revision + ${entries} where client_account_id = ${id}`;
  });
}
