import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Bucket } from './buckets.ts';
import { conditionsOf, type LineFilter } from './filter.ts';

const ALWAYS = { from: '0001-01-01', to: '9999-12-31' };

/**
 * How many lines match, by day or, for chosen accounts, by month, from the counts that are kept with every posting.
 * Undefined when a filter decides that the counts know nothing of: then the lines themselves must be counted.
 */
export async function countBuckets(executor: Executor, filter: LineFilter): Promise<readonly Bucket[] | undefined> {
  const { relationType, relationId, journalEntryId, taxCodes, includeReconciled, dimensions, words } = filter;
  const isNarrowed = [relationType, relationId, journalEntryId, taxCodes].some((value) => value !== undefined);
  if (isNarrowed || !includeReconciled || dimensions?.size || words?.length) return undefined;
  return filter.accountIds === undefined
    ? countDays(executor, filter)
    : countMonths(executor, filter, filter.accountIds);
}

interface StateColumns {
  readonly posted: SQL;
  /** Of the posted ones. */
  readonly reconciled: SQL;
  readonly cancelled: SQL;
  readonly drafts: SQL;
}

/**
 * The sum of the states that the filter shows. Raw, like the queries it stands in: which columns are added up is the
 * filter's choice.
 */
function shown(filter: LineFilter, columns: StateColumns): SQL {
  const terms = [columns.posted];
  if (!filter.includeExternallyReconciled) terms.push(sql`- ${columns.reconciled}`);
  if (filter.includeCancelled) terms.push(sql`+ ${columns.cancelled}`);
  if (filter.includeDrafts) terms.push(sql`+ ${columns.drafts}`);
  return sql.join(terms, sql` `);
}

/**
 * The sum of the states in which the filter leaves lines out. Whether a cancelled line or a draft is reconciled is not
 * counted: it may be.
 */
function hidden(filter: LineFilter, columns: StateColumns): SQL {
  const terms = [sql`0`];
  if (!filter.includeExternallyReconciled) terms.push(columns.reconciled, columns.cancelled, columns.drafts);
  if (!filter.includeCancelled) terms.push(columns.cancelled);
  if (!filter.includeDrafts) terms.push(columns.drafts);
  return sql.join(terms, sql` + `);
}

async function countDays(executor: Executor, filter: LineFilter): Promise<readonly Bucket[]> {
  const columns = {
    posted: sql`posted`,
    reconciled: sql`posted_externally_reconciled`,
    cancelled: sql`cancelled`,
    drafts: sql`drafts`,
  };
  // As one value: of two years of days as rows, the driver takes as long as for a page of a hundred lines.
  const [row] = await executor.execute<{ days: string | null }>(sql`
    select string_agg(day || ' ' || ${shown(filter, columns)} || ' ' || ${hidden(filter, columns)}, ',' order by day) as days
    from daily_line_counts
    where client_account_id = ${filter.clientAccountId}
      and day between ${filter.dateFrom ?? ALWAYS.from}::date and ${filter.dateTo ?? ALWAYS.to}::date`);
  return (row?.days?.split(',') ?? []).map((text): Bucket => {
    const [day = '', lines, left] = text.split(' ');
    return { from: day, to: day, lines: Number(lines), isComplete: left === '0' };
  });
}

async function countMonths(
  executor: Executor,
  filter: LineFilter,
  accountIds: readonly number[],
): Promise<readonly Bucket[]> {
  const columns = {
    posted: sql`line_count`,
    reconciled: sql`externally_reconciled_count`,
    cancelled: sql`cancelled_line_count`,
    drafts: sql`draft_line_count`,
  };
  const from = filter.dateFrom ?? ALWAYS.from;
  const to = filter.dateTo ?? ALWAYS.to;
  const rows = await executor.execute<{ from: string; to: string; lines: string; complete: boolean }>(sql`
    select month::text as "from", (month + interval '1 month' - interval '1 day')::date::text as "to", sum(${shown(filter, columns)}) as lines,
      sum(${hidden(filter, columns)}) = 0 as complete
    from monthly_balances
    where client_account_id = ${filter.clientAccountId} and account_id = any (${`{${accountIds.join(',')}}`}::bigint[])
      and month between date_trunc('month', ${from}::date) and ${to}::date
    group by month order by month`);
  const months = rows.map((row) => ({
    from: row.from,
    to: row.to,
    lines: Number(row.lines),
    isComplete: row.complete,
  }));
  // A month that the dates cut through is counted by its lines.
  const buckets: Bucket[] = [];
  for (const month of months) {
    const part = { from: later(month.from, from), to: earlier(month.to, to) };
    const isWhole = part.from === month.from && part.to === month.to;
    buckets.push({
      ...part,
      isComplete: month.isComplete,
      lines: isWhole
        ? month.lines
        : await countLines(executor, conditionsOf({ ...filter, dateFrom: part.from, dateTo: part.to })),
    });
  }
  return buckets;
}

const later = (a: string, b: string): string => [a, b].sort()[1]!;
const earlier = (a: string, b: string): string => [a, b].sort()[0]!;

export async function countLines(executor: Executor, where: SQL): Promise<number> {
  const rows = await executor.execute<{ n: string }>(
    sql`select count(*) as n from journal_line_details l where ${where}`,
  );
  return Number(rows[0]!.n);
}
