import { and, ilike, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Every word occurs in one of the columns, whatever its case (docs/contract/lists.md, "Parameters"). */
export const holdsWords = (text: string | undefined, columns: readonly (PgColumn | SQL)[]): SQL | undefined =>
  and(
    ...(text ?? '')
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => or(...columns.map((column) => ilike(column as PgColumn, `%${word.replace(/[\\%_]/g, '\\$&')}%`)))),
  );
