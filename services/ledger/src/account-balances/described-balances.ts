import { invalid } from '@app/contract/failure';
import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { type Books, currentGround } from '../journal-entries/books.ts';
import { readingUpTo } from '../reports/months.ts';
import type { BalanceQuery } from './balance-query.ts';

/** What stands on an account, or on a part of it. */
export interface DescribedBalance {
  /** Absent where the client account has no such account. */
  readonly accountCode?: string;
  /** Debit minus credit, with two decimals. */
  readonly balance: string;
  readonly lineCount: number;
}

const MAX_QUERIES = 1_000;

interface Row extends Record<string, unknown> {
  readonly code: string | null;
  readonly balance: string;
  readonly lines: string;
}

/**
 * Balances for many questions in one statement, hence of one state of the books: whole months from the maintained
 * balances, the last month line by line where it is broken. The balances hold the accounting currency alone, so that
 * amounts in another one are added up from the lines in it.
 * @returns the accounting currency, and one balance per question in their order
 * @throws Failure 400 for too many questions
 */
export async function describeBalances(
  { db, books }: { readonly db: { readonly executor: Executor }; readonly books: Books },
  { clientAccountId, queries }: { readonly clientAccountId: number; readonly queries: readonly BalanceQuery[] },
): Promise<{ readonly currencyCode: string; readonly balances: DescribedBalance[] }> {
  if (queries.length > MAX_QUERIES)
    throw invalid(`At most ${MAX_QUERIES} balances can be asked about at once, and ${queries.length} were`);
  const { currency } = await currentGround(books, clientAccountId);
  if (queries.length === 0) return { currencyCode: currency, balances: [] };
  const rows = await db.executor.execute<Row>(statementOf(clientAccountId, queries, currency));
  const balances = rows.map(({ code, balance, lines }) => ({
    ...(code === null ? {} : { accountCode: code }),
    balance,
    lineCount: Number(lines),
  }));
  return { currencyCode: currency, balances };
}

/** A question in the words of the statement. */
function placed({ accountId, asOf, relationType, relationId, currencyCode }: BalanceQuery, place: number, own: string) {
  const { before, broken } = readingUpTo(asOf);
  const foreign = currencyCode === undefined || currencyCode === own ? null : currencyCode;
  return {
    place,
    account_id: accountId,
    as_of: asOf,
    // A foreign amount is read from the lines alone.
    before: foreign === null ? before : null,
    first: foreign === null ? (broken?.from ?? null) : '0001-01-01',
    part: relationType === undefined ? 'all' : relationId === undefined ? 'rest' : 'value',
    relation_type: relationType ?? null,
    relation_id: relationId ?? null,
    currency: foreign,
  };
}

const AMOUNT = sql.raw('b.debit - b.credit + b.cancelled_debit - b.cancelled_credit');
const LINES = sql.raw('b.line_count + b.cancelled_line_count');

/**
 * Raw: every question is answered by keys of the table that holds it. What carries a value of a kind is added up once
 * for all questions about the rest of an account; a line with several tags stands once under 0 there.
 */
function statementOf(books: number, queries: readonly BalanceQuery[], currency: string): SQL {
  const asked = JSON.stringify(queries.map((query, place) => placed(query, place, currency)));
  return sql`
    with q as materialized (
      select * from jsonb_to_recordset(${asked}::text::jsonb) as q (place integer, account_id bigint, as_of date, before date,
        first date, part text, relation_type text, relation_id bigint, currency text)
    ), valued as materialized (
      select b.account_id, b.relation_type, b.month, sum(${AMOUNT}) as amount, sum(${LINES}) as lines
      from (select distinct relation_type from q where part = 'rest' and before is not null) t
      join monthly_dimension_balances b on b.client_account_id = ${books} and b.relation_type = t.relation_type
        and case when t.relation_type = 'tag' then b.relation_id = 0 else b.relation_id > 0 end
      where b.account_id in (select account_id from q where part = 'rest')
      group by b.account_id, b.relation_type, b.month
    )
    select a.account_code as code, (m.amount - r.amount + l.amount)::numeric(38, 2)::text as balance,
      (m.lines - r.lines + l.lines)::text as lines
    from q
    left join accounts a on a.id = q.account_id and (a.client_account_id is null or a.client_account_id = ${books})
    cross join lateral (
      select coalesce(sum(x.amount), 0) as amount, coalesce(sum(x.lines), 0) as lines from (
        select ${AMOUNT} as amount, ${LINES} as lines from monthly_balances b
        where q.part <> 'value' and b.client_account_id = ${books} and b.account_id = q.account_id and b.month < q.before
        union all
        select ${AMOUNT}, ${LINES} from monthly_dimension_balances b
        where q.part = 'value' and b.client_account_id = ${books} and b.relation_type = q.relation_type
          and b.relation_id = q.relation_id and b.account_id = q.account_id and b.month < q.before) x) m
    cross join lateral (
      select coalesce(sum(v.amount), 0) as amount, coalesce(sum(v.lines), 0) as lines from valued v
      where q.part = 'rest' and v.account_id = q.account_id and v.relation_type = q.relation_type and v.month < q.before) r
    cross join lateral (
      select coalesce(sum(case when q.currency is null then l.debit - l.credit else l.debit_fc - l.credit_fc end), 0) as amount,
        count(*) as lines
      from journal_lines l join journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
      where l.client_account_id = ${books} and l.account_id = q.account_id and l.posting_date between q.first and q.as_of
        and not e.is_draft and (q.currency is null or l.currency_code = q.currency)
        and (q.part = 'all' or (q.part = 'value') = exists (
          select from journal_line_dimensions d where d.client_account_id = ${books}
            and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id and d.relation_type = q.relation_type
            and (q.part = 'rest' or d.relation_id = q.relation_id)))) l
    order by q.place`;
}
