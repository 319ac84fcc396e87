import type postgres from 'postgres';

/** Bytes that the tables of all services take on the disk. */
export interface Storage {
  readonly tables: number;
  readonly indexes: number;
  /** Tables and indexes of what is kept for days: messages, and answers by idempotency keys. */
  readonly passing: number;
  /** Position in the log that PostgreSQL writes ahead. */
  readonly log: number;
}

const PASSING = ['outbox', 'inbox', 'idempotency_keys', 'mail_outbox', 'use_cases', 'security_events', 'erasures'];

export async function storageOf(sql: postgres.Sql): Promise<Storage> {
  const [row] = await sql<Record<keyof Storage, string>[]>`
    select coalesce(sum(pg_table_size(c.oid)) filter (where not is_passing), 0) as tables,
      coalesce(sum(pg_indexes_size(c.oid)) filter (where not is_passing), 0) as indexes,
      coalesce(sum(pg_total_relation_size(c.oid)) filter (where is_passing), 0) as passing,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (select c.relname = any (${PASSING}) as is_passing) _
    where c.relkind = 'r' and n.nspname not like 'pg\_%' and n.nspname <> 'information_schema'`;
  return {
    tables: Number(row!.tables),
    indexes: Number(row!.indexes),
    passing: Number(row!.passing),
    log: Number(row!.log),
  };
}

export const grown = (after: Storage, before: Storage): Storage => ({
  tables: after.tables - before.tables,
  indexes: after.indexes - before.indexes,
  passing: after.passing - before.passing,
  log: after.log - before.log,
});
