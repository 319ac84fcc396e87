import { type Column, getTableColumns, type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm';
import { PgJson, PgJsonb, type PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';
import { fixedStatement } from './fixed-statement.ts';

/** Where a row stands among those of a call: no column of a table is called so. */
const PLACE = 'place_in_call';
const ORDER = sql.raw(PLACE);

/** Stores rows in their order; gives them as they are stored, in that order. */
export type InsertRows<Table extends PgTable, Field extends keyof InferInsertModel<Table>> = (
  ex: Executor,
  rows: readonly Required<Pick<InferInsertModel<Table>, Field>>[],
) => Promise<readonly InferSelectModel<Table>[]>;

/**
 * Inserts any number of rows by one statement, whose text is the same however many there are and is made once: the
 * builder goes over every column of every row for each call, and each number of rows is another text to prepare
 * (docs/decisions/0169-what-an-invoice-costs.md). Raw for that.
 * @param fields what each row says; the rest is what the table says. Values are what JSON can hold
 */
export function rowsInsertion<Table extends PgTable, Field extends keyof InferInsertModel<Table> & string>(
  table: Table,
  fields: readonly Field[],
): InsertRows<Table, Field> {
  const all = getTableColumns(table) as Readonly<Record<string, Column>>;
  const columns = fields.map((field) => all[field]!);
  const list = (of: (column: Column, index: number) => string) => sql.raw(columns.map(of).join(', '));
  const stored = sql.raw(
    Object.values(all)
      .map(({ name }) => `"${name}"`)
      .join(', '),
  );
  const statement = fixedStatement(sql`
    insert into ${table} (${list(({ name }) => `"${name}"`)})
    select ${list(({ name }) => `n."${name}"`)}
    from jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb)
      as n (${ORDER} integer, ${list((column) => `"${column.name}" ${column.getSQLType()}`)})
    order by n.${ORDER}
    returning ${stored}`);
  const read = rowReader(table);
  return async (ex, rows) => {
    if (rows.length === 0) return [];
    const given = rows.map((row, index) => ({
      [PLACE]: index,
      ...Object.fromEntries(fields.map((field, at) => [columns[at]!.name, jsonOf(columns[at]!, row[field])])),
    }));
    return (await ex.execute<Record<string, unknown>>(statement({ rows: JSON.stringify(given) }))).map(read);
  };
}

const isJson = (column: Column): boolean => column instanceof PgJsonb || column instanceof PgJson;

/** @throws Error for a value that the row does not say: the table's own would not take its place */
function jsonOf(column: Column, value: unknown): unknown {
  if (value === undefined) throw new Error(`a row says nothing of "${column.name}"`);
  return value === null || isJson(column) || Array.isArray(value) ? value : column.mapToDriverValue(value);
}

/** Reads rows of a table as the driver gives them, by the names of the columns. */
export function rowReader<Table extends PgTable>(
  table: Table,
): (row: Readonly<Record<string, unknown>>) => InferSelectModel<Table> {
  const columns = Object.entries(getTableColumns(table) as Readonly<Record<string, Column>>);
  return (row) => {
    const read: Record<string, unknown> = {};
    for (const [field, column] of columns) {
      const value = row[column.name];
      read[field] = value === null ? null : column.mapFromDriverValue(value);
    }
    return read as InferSelectModel<Table>;
  };
}
