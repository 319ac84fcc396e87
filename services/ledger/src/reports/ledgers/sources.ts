import type { DimensionType } from '@app/api/ledger/dimensions';
import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Bucket } from '../../journal-entry-lines/buckets.ts';
import { countBuckets } from '../../journal-entry-lines/counts.ts';
import { type LineFilter, spanOf } from '../../journal-entry-lines/filter.ts';

/** Where a line stands in the order of posting dates and ids. */
export interface Position {
  readonly postingDate: string;
  readonly id: number;
}

/**
 * Where the lines of a long read come from: more lines than a filter leaves, found in order by one index alone. What
 * they are is looked at afterwards. A plan that began with their entries would sort the whole ledger for each piece.
 */
export interface Source {
  /** Positions of lines, in order, from behind one on. Raw: each kind has its table and its index. */
  readonly positions: (after: Position | undefined, limit: number | undefined) => SQL;
}

const NEVER = { from: '0001-01-01', to: '9999-12-31' };

const behind = (after: Position | undefined, id: SQL): SQL =>
  after === undefined ? sql`` : sql`and (l.posting_date, ${id}) > (${after.postingDate}::date, ${after.id})`;

const upTo = (limit: number | undefined): SQL => (limit === undefined ? sql`` : sql`limit ${limit}`);

/** The lines of a company, of one account, or of a few accounts that have few lines in these days. */
export const linesOf = (filter: LineFilter, from = filter.dateFrom, to = filter.dateTo): Source => ({
  positions: (after, limit) => sql`
    select l.posting_date::text as posting_date, l.id from journal_lines l
    where ${spanOf(filter, from ?? NEVER.from, to ?? NEVER.to)} ${behind(after, sql`l.id`)}
    order by l.posting_date, l.id ${upTo(limit)}`,
});

/** The lines that carry one of these values of a dimension. */
export const linesCarrying = (filter: LineFilter, type: DimensionType, ids: readonly number[]): Source => ({
  positions: (after, limit) => {
    const { clientAccountId, accountIds, dateFrom, dateTo } = filter;
    const onAccounts = accountIds ? sql`and l.account_id = any (${`{${accountIds.join(',')}}`}::bigint[])` : sql``;
    const values = ids.length === 1 ? sql`= ${ids[0]}` : sql`= any (${`{${ids.join(',')}}`}::bigint[])`;
    return sql`
      select l.posting_date::text as posting_date, l.journal_line_id as id from journal_line_dimensions l
      where l.client_account_id = ${clientAccountId} and l.relation_type = ${type} and l.relation_id ${values}
        and l.posting_date between ${dateFrom ?? NEVER.from}::date and ${dateTo ?? NEVER.to}::date ${onAccounts}
        ${behind(after, sql`l.journal_line_id`)}
      order by l.posting_date, l.journal_line_id ${upTo(limit)}`;
  },
});

/**
 * The sources of all lines of a filter, one after the other. Of several accounts each month is one: an index has those
 * of one account in order, and those of a month are few enough to be sorted.
 */
export async function sourcesOf(executor: Executor, filter: LineFilter): Promise<readonly Source[]> {
  const narrow = [...(filter.dimensions ?? [])].find(([type, ids]) => ids.length === 1 && type !== 'tag');
  if (narrow) return [linesCarrying(filter, ...narrow)];
  if (filter.accountIds === undefined || filter.accountIds.length === 1) return [linesOf(filter)];
  const { clientAccountId, accountIds, dateFrom, dateTo } = filter;
  const all = {
    includeExternallyReconciled: true,
    includeReconciled: true,
    includeDrafts: true,
    includeCancelled: true,
  };
  const months = await countBuckets(executor, { clientAccountId, accountIds, dateFrom, dateTo, ...all });
  return (months ?? []).filter(({ lines }: Bucket) => lines > 0).map(({ from, to }) => linesOf(filter, from, to));
}
