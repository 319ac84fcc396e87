import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { type Bucket, locate, type Place } from './buckets.ts';
import { conditionsOf, type LineFilter } from './filter.ts';

const ALWAYS = { from: '0001-01-01', to: '9999-12-31' };

/** Days of a span. Two years of days are more than is worth reading for one page. */
const SPAN_DAYS = 32;
/** Lines that are rather walked past than looked for by counts of days: as many as a page. */
const WALKED = 100;

/**
 * How many lines match, by spans of days or, for chosen accounts, by month, from the counts that are kept with every
 * posting. Undefined when a filter decides that the counts know nothing of: then the lines themselves must be counted.
 */
export async function countBuckets(executor: Executor, filter: LineFilter): Promise<readonly Bucket[] | undefined> {
  const { relationType, relationId, journalEntryId, taxCodes, includeReconciled, dimensions, words } = filter;
  const isOfOtherDay = filter.asOf !== undefined && !filter.includeCancelled;
  const isNarrowed = [relationType, relationId, journalEntryId, taxCodes].some((value) => value !== undefined);
  if (isNarrowed || isOfOtherDay || !includeReconciled || dimensions?.size || words?.length) return undefined;
  return filter.accountIds === undefined
    ? countSpans(executor, filter)
    : countMonths(executor, filter, filter.accountIds);
}

/**
 * Where a page lies, by the buckets of its filter and, where these are wide, by the days of the span that it is in.
 * What is posted or cancelled between the two moves the page, as between the counts and the page itself.
 */
export async function placeOf(
  executor: Executor,
  filter: LineFilter,
  buckets: readonly Bucket[],
  { offset, size }: { readonly offset: number; readonly size: number },
): Promise<Place | undefined> {
  const place = locate(buckets, offset, size);
  const isNear = place === undefined || filter.accountIds !== undefined || (place.isComplete && place.skip <= WALKED);
  if (isNear) return place;
  const days = await countDays(executor, { ...filter, dateFrom: place.from, dateTo: place.to });
  return locate(days, place.skip, size) ?? place;
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

const ofDay: StateColumns = {
  posted: sql`posted`,
  reconciled: sql`posted_externally_reconciled`,
  cancelled: sql`cancelled`,
  drafts: sql`drafts`,
};

const countedDays = ({ clientAccountId, dateFrom, dateTo }: LineFilter): SQL => sql`daily_line_counts
    where client_account_id = ${clientAccountId}
      and day between ${dateFrom ?? ALWAYS.from}::date and ${dateTo ?? ALWAYS.to}::date`;

async function countSpans(executor: Executor, filter: LineFilter): Promise<readonly Bucket[]> {
  const rows = await executor.execute<{ from: string; to: string; lines: string; complete: boolean }>(sql`
    select min(day)::text as "from", max(day)::text as "to", sum(${shown(filter, ofDay)}) as lines,
      sum(${hidden(filter, ofDay)}) = 0 as complete
    from ${countedDays(filter)} group by (day - '2000-01-01'::date) / ${sql.raw(`${SPAN_DAYS}`)} order by 1`);
  return rows.map(({ from, to, lines, complete }) => ({ from, to, lines: Number(lines), isComplete: complete }));
}

async function countDays(executor: Executor, filter: LineFilter): Promise<readonly Bucket[]> {
  // As one value: rows of many days take the driver longer than the page.
  const [row] = await executor.execute<{ days: string | null }>(sql`
    select string_agg(day || ' ' || ${shown(filter, ofDay)} || ' ' || ${hidden(filter, ofDay)}, ',' order by day) as days
    from ${countedDays(filter)}`);
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
