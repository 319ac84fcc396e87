import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * The column has one of these values. They are one parameter, so that lists of all lengths are one statement, which is
 * kept prepared; with the builder's `inArray` each length is another.
 */
export const anyOf = (column: PgColumn, values: readonly (number | string)[]): SQL =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(`${column.getSQLType()}[]`)})`;
