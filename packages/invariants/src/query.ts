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
    sql.begin('read only', async (tx) => {
      await tx`select set_config('search_path', ${`"${schema}", extensions, pg_temp`}, true), set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`;
      return tx.unsafe(text, [...parameters]);
    });
