import type postgres from 'postgres';
import type { Query } from './check.ts';

/** Recomputing the balances of a very large account takes its time. */
const STATEMENT_TIMEOUT = '10min';

/**
 * Runs each statement in a transaction of its own that can only read, on the tables of one schema: temporary ones hide
 * nothing.
 */
export const queryOn =
  (sql: postgres.Sql, schema: string): Query =>
  (text, parameters) =>
    sql.begin('read only', (tx) => read(tx, schema, text, parameters));

/** The same on a connection that the caller holds, so that it takes none from others however long it lasts. */
export const queryOnHeld =
  (connection: postgres.ReservedSql, schema: string): Query =>
  async (text, parameters) => {
    await connection`begin read only`;
    try {
      return await read(connection, schema, text, parameters);
    } finally {
      await connection`rollback`;
    }
  };

async function read(on: postgres.ISql, schema: string, text: string, parameters: readonly string[]) {
  await on`select set_config('search_path', ${`"${schema}", extensions, pg_temp`}, true), set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`;
  return on.unsafe(text, [...parameters]);
}
