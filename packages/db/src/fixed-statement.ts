import { is, Param, Placeholder, SQL, type SQLChunk, StringChunk } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** By the names of the placeholders of a statement. */
export type StatementValues = Readonly<Record<string, unknown>>;

/**
 * Makes the text of a statement once, for one that writes several tables: the builder goes over every table and column
 * of it for each call (docs/decisions/0153-what-an-upload-costs.md).
 * @param statement with `sql.placeholder` where calls differ, and no text that looks like a parameter
 * @returns gives the statement of a call
 */
export function fixedStatement(statement: SQL): (values: StatementValues) => SQL {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  const pieces = text.split(/\$\d+/).map((piece) => new StringChunk(piece));
  if (pieces.length !== params.length + 1) throw new Error('a fixed statement holds text that looks like a parameter');
  const read = params.map(reader);
  return (values) => {
    const chunks: SQLChunk[] = [pieces[0]!];
    // A value that is no part of a statement is a parameter, as it is.
    for (const [place, readValue] of read.entries()) chunks.push(readValue(values) as SQLChunk, pieces[place + 1]!);
    return new SQL(chunks);
  };
}

/** What gives the parameter of a call, as the driver takes it. */
function reader(parameter: unknown): (values: StatementValues) => unknown {
  if (is(parameter, Placeholder)) return (values) => given(values, parameter.name as string);
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { encoder, value } = parameter;
  return (values) => {
    const found = given(values, value.name as string);
    return found === null ? null : encoder.mapToDriverValue(found);
  };
}

/** @throws Error for a value that is missing: an empty text would stand in its place */
function given(values: StatementValues, name: string): unknown {
  const value = values[name];
  if (value === undefined) throw new Error(`the statement has no value for "${name}"`);
  return value;
}
