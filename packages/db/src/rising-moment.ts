import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * What an upsert sets the last moment of a company's records to: the one that was to be inserted, or a microsecond after
 * the last one, whatever the clock says. So no two changes of a company share a moment, and none comes before an
 * earlier one.
 */
export const risingMoment = (column: PgColumn): SQL =>
  sql`greatest(${column} + interval '1 microsecond', excluded.${sql.identifier(column.name)})`;
