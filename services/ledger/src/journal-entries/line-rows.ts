import type { DimensionType } from '@app/api/ledger/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import type { Dimension, JournalLine } from './journal-entry.ts';
import { fieldColumns, type LinesAs, readFields } from './line-fields.ts';

/** A line as `lineColumns` reads it. */
export interface LineRow extends Record<string, unknown> {
  readonly dimensions: readonly DimensionRow[] | null;
}

interface DimensionRow {
  readonly id: number;
  readonly relation_type: DimensionType;
  readonly relation_id: number;
  readonly name: string | null;
}

/**
 * Dimensions of a line in the order they were given, with the names that the projection knows; null when it has none.
 */
const dimensionsOfLine = `(
  select json_agg(json_build_object('id', d.id, 'relation_type', d.relation_type, 'relation_id', d.relation_id, 'name', r.name) order by d.id)
  from journal_line_dimensions d
  left join reference_values r on r.client_account_id = d.client_account_id and r.relation_type = d.relation_type and r.relation_id = d.relation_id
  where d.client_account_id = l.client_account_id and d.journal_entry_id = l.journal_entry_id and d.journal_line_id = l.id)`;

const columnsAs = (as: LinesAs): SQL => sql.raw([...fieldColumns(as), `${dimensionsOfLine} as dimensions`].join(', '));

/**
 * What a {@link LineRow} is read by, of `journal_line_details l`: line and dimensions by one statement, so that both
 * are of one version.
 */
export const lineColumns: SQL = columnsAs('row');

/** The lines of `journal_entries e`, in order, as one value beside its header: a draft is read whole (JEX-R50). */
export const linesOfEntry: SQL = sql`(
  select json_agg(line) from (
    select ${columnsAs('json')} from journal_line_details l
    where l.client_account_id = e.client_account_id and l.journal_entry_id = e.id order by l.line_id) line)`;

export const numberOrNull = (text: string | null): number | null => (text === null ? null : Number(text));

export const lineOf = (row: LineRow): JournalLine => ({
  ...readFields(row),
  dimensions: (row.dimensions ?? []).map(
    ({ id, relation_type, relation_id, name }): Dimension => ({
      id,
      relationType: relation_type,
      relationId: relation_id,
      name,
    }),
  ),
});
