import { type SQL, sql } from 'drizzle-orm';
import type { Place } from './buckets.ts';
import { conditionsOf, type LineFilter, spanOf } from './filter.ts';

/**
 * The ids of matching lines. Where none is left out, the index of the dates is walked alone: no skipped line is joined
 * with its entry.
 */
export function idsOf(filter: LineFilter, place: Place | undefined): SQL {
  if (!place) return sql`select l.id from journal_line_details l where ${conditionsOf(filter)}`;
  if (place.isComplete) return sql`select l.id from journal_lines l where ${spanOf(filter, place.from, place.to)}`;
  return sql`select l.id from journal_line_details l
    where ${conditionsOf(filter)} and l.posting_date between ${place.from}::date and ${place.to}::date`;
}
