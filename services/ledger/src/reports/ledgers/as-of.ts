import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import { isReversedAfter, isStanding } from '../../journal-entry-lines/day-end.ts';
import { conditionsOf, type LineFilter } from '../../journal-entry-lines/filter.ts';

/**
 * The number of the newest entry: the moment that a long report shows, however long it takes. Numbers are given in the
 * order of the commits, under the counter of the books. Raw, as what stands beside it.
 */
export async function lastNumber(executor: Executor, clientAccountId: number): Promise<number> {
  const rows = await executor.execute<{ last: string }>(
    sql`select last_sequence_number as last from journal_counters where client_account_id = ${clientAccountId}`,
  );
  return Number(rows[0]?.last ?? 0);
}

/**
 * Conditions on `journal_line_details l` of a filter, as the books stood when an entry had the newest number: later
 * entries are not there, and an original whose reversal is later is not cancelled. Drafts have no number: each is shown
 * as it is when it is read.
 */
export function conditionsAsOf(filter: LineFilter, last: number): SQL {
  const isThere = sql`(l.is_draft or l.sequence_number <= ${last})`;
  if (filter.includeCancelled) return sql`${conditionsOf(filter)} and ${isThere}`;
  const reversedLater = [sql`r.sequence_number > ${last}`, ...(filter.asOf ? [isReversedAfter(filter.asOf)] : [])];
  const stood = isStanding(sql`l.cancelled`, reversedLater);
  return sql`${conditionsOf({ ...filter, includeCancelled: true })} and ${isThere} and ${stood}`;
}
