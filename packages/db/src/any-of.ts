import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * The column has one of these values. They are one parameter, so that lists of all lengths are one statement, which is
 * kept prepared; with the builder's `inArray` each length is another.
 * @param values or a placeholder, for a query that is built once
 */
export const anyOf = (column: PgColumn, values: readonly (number | string)[] | Placeholder): SQL => {
  const list = Array.isArray(values) ? sql.param([...values]) : values;
  return sql`${column} = any(${list}::${sql.raw(`${column.getSQLType()}[]`)})`;
};
