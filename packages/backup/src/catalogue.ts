import type postgres from 'postgres';
import type { SchemaPart } from './manifest.ts';

/** A connection, or a transaction on one. */
export type Connection = postgres.Sql | postgres.TransactionSql;

/** A table as a backup takes it. */
export interface FoundTable {
  readonly schema: string;
  readonly name: string;
  /** Without generated ones. */
  readonly columns: readonly string[];
}

/** What the migrations keep themselves, and a restore makes by migrating. */
const OF_MIGRATIONS = ['schema_migrations', 'schema_definitions'];

/** The schemas of services that are there and have been migrated. */
export async function findSchemas(sql: Connection, names: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select schemaname as name from pg_tables where tablename = 'schema_migrations' and schemaname = any (${[...names]}) order by 1`;
  return rows.map(({ name }) => name);
}

/**
 * Tables with rows of their own, a partitioned one as a whole, wherever its partitions lie. What is unlogged is worth
 * nothing after a crash, and so in a backup.
 */
export async function findTables(sql: Connection, schemas: readonly string[]): Promise<readonly FoundTable[]> {
  return sql<FoundTable[]>`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${[...schemas]}) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and c.relname <> all (${OF_MIGRATIONS})
    order by 1, 2`;
}

/** Every sequence that has given a number out. */
export function findSequences(
  sql: Connection,
  schemas: readonly string[],
): Promise<readonly (SchemaPart['sequences'][number] & { readonly schema: string })[]> {
  return sql<{ schema: string; name: string; last: string }[]>`
    select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
    where schemaname = any (${[...schemas]}) and last_value is not null
      and sequencename <> 'schema_definitions_id_seq'
    order by 1, 2`;
}

/** The migrations of a schema in the order in which they were applied. */
export const findSteps = (sql: Connection, schema: string): Promise<SchemaPart['steps']> =>
  sql<SchemaPart['steps']>`select name, checksum from ${sql(schema)}.schema_migrations order by applied_at, name`;

/** A name as it stands in a statement. */
export const quoted = (...names: readonly string[]): string =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
