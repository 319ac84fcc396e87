import {
  type Column,
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  type SQL,
  sql,
} from 'drizzle-orm';
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

/** Fields of rows as a statement takes them from JSON that stores several tables, or any number of rows. */
export interface RowShape<Row> {
  /** Names of the columns, as an insertion lists them. */
  readonly names: SQL;
  /** The same with their types, as `jsonb_to_recordset` wants them. */
  readonly types: SQL;
  /** The same columns of an alias. */
  of(alias: string): SQL;
  /** The object that is a row. @throws Error for a field of which it says nothing */
  json(row: Row): Readonly<Record<string, unknown>>;
}

/** @param fields of the table. Values are what JSON can hold */
export function rowShape<Table extends PgTable, Field extends keyof InferInsertModel<Table> & string>(
  table: Table,
  fields: readonly Field[],
): RowShape<Required<Pick<InferInsertModel<Table>, Field>>> {
  const all = getTableColumns(table) as Readonly<Record<string, Column>>;
  const columns = fields.map((field) => all[field]!);
  const list = (of: (column: Column) => string) => sql.raw(columns.map(of).join(', '));
  return {
    names: list(({ name }) => `"${name}"`),
    types: list((column) => `"${column.name}" ${column.getSQLType()}`),
    of: (alias) => list(({ name }) => `${alias}."${name}"`),
    json: (row) => {
      const json: Record<string, unknown> = {};
      for (const [index, column] of columns.entries()) json[column.name] = jsonOf(column, row[fields[index]!]);
      return json;
    },
  };
}

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
  const shape = rowShape(table, fields);
  const statement = fixedStatement(sql`
    insert into ${table} (${shape.names})
    select ${shape.of('n')}
    from jsonb_to_recordset(${sql.placeholder('rows')}::text::jsonb) as n (${ORDER} integer, ${shape.types})
    order by n.${ORDER}
    returning ${columnsOf(table, `"${getTableName(table)}"`)}`);
  const read = rowReader(table);
  return async (ex, rows) => {
    if (rows.length === 0) return [];
    const given = rows.map((row, index) => ({ [PLACE]: index, ...shape.json(row) }));
    return (await ex.execute<Record<string, unknown>>(statement({ rows: JSON.stringify(given) }))).map(read);
  };
}

/**
 * The columns of a table that a reader knows, of an alias in the statement: with every other column a prepared statement would
 * fail when one is added.
 */
export const columnsOf = (table: PgTable, alias: string): SQL =>
  sql.raw(
    Object.values(getTableColumns(table) as Readonly<Record<string, Column>>)
      .map(({ name }) => `${alias}."${name}"`)
      .join(', '),
  );

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

/** Rows of a table as parts of a JSON value. */
export interface RowText<Row> {
  /** A row as an array. */
  readonly json: SQL;
  /** @param values what was an array */
  read(values: readonly unknown[]): Row;
}

/** @param alias of the table in the statement. Bytes are none of JSON's, and are read in another way */
export function rowText<Table extends PgTable>(table: Table, alias: string): RowText<InferSelectModel<Table>> {
  const fields = Object.entries(getTableColumns(table) as Readonly<Record<string, Column>>);
  // As the driver gets it: a decimal as a number of JSON would lose digits, and a moment would be written in another way.
  const isPlain = ({ dataType }: Column): boolean => dataType === 'number' || dataType === 'boolean';
  const list = fields.map(([, column]) => `${alias}."${column.name}"${isPlain(column) ? '' : '::text'}`);
  return {
    json: sql.raw(`json_build_array(${list.join(', ')})`),
    read: (values) => {
      const read: Record<string, unknown> = {};
      for (const [index, [field, column]] of fields.entries()) {
        const value = values[index];
        read[field] = value === null ? null : column.mapFromDriverValue(value);
      }
      return read as InferSelectModel<Table>;
    },
  };
}
