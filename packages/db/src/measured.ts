import { errorType, type Metrics } from '@app/runtime';
import { LRUCache } from 'lru-cache';
import { sqlState } from './errors.ts';
import { summaryOf } from './statement-summary.ts';

/** What is measured of the database. */
export type DatabaseMetrics = Pick<
  Metrics,
  'beforeRead' | 'dbDuration' | 'dbConnections' | 'dbConnectionsMax' | 'dbConnectionsPending' | 'dbConnectionTimeouts'
>;

/** Measures a statement from now on; gives what is called with its error, if it had one, when it has ended. */
export type BeginStatement = (text: string) => (error?: unknown) => void;

/** Summaries come from our own statements, so there are few; should they ever not, the rest has one name. */
const SUMMARIES = 200;
/** Texts whose summary is remembered. */
const TEXTS = 500;

/** Measures statements by their summary, two words that hold no value. */
export function statementMeter({ dbDuration }: Pick<Metrics, 'dbDuration'>): BeginStatement {
  const known = new Set<string>();
  const summaries = new LRUCache<string, string>({ max: TEXTS });
  const nameOf = (text: string): string => {
    const remembered = summaries.get(text);
    if (remembered !== undefined) return remembered;
    const made = summaryOf(text);
    const summary = known.has(made) || known.size < SUMMARIES ? made : '_OTHER';
    known.add(summary);
    summaries.set(text, summary);
    return summary;
  };
  return (text) => {
    const began = performance.now();
    return (error) => {
      const labels = { db_system_name: 'postgresql', db_query_summary: nameOf(text) };
      const seconds = (performance.now() - began) / 1_000;
      if (error === undefined) dbDuration.observe(labels, seconds);
      else dbDuration.observe({ ...labels, error_type: sqlState(error) ?? errorType(error) }, seconds);
    };
  };
}

/** How many statements and transactions want a connection of a pool, or have one. */
export interface PoolUse {
  begin(): void;
  end(): void;
}

/**
 * Counts who uses a pool, for the moment in which somebody asks. The driver says nothing of its connections: but each
 * transaction, and each statement outside of one, has one or waits for one.
 * @param name unique in the process
 */
export function measurePool(metrics: DatabaseMetrics, name: string, max: number): PoolUse {
  let wanted = 0;
  const pool = { db_client_connection_pool_name: name };
  metrics.dbConnectionsMax.set(pool, max);
  metrics.dbConnectionTimeouts.inc(pool, 0);
  metrics.beforeRead(() => {
    const used = Math.min(wanted, max);
    metrics.dbConnections.set({ ...pool, db_client_connection_state: 'used' }, used);
    metrics.dbConnectionsPending.set(pool, wanted - used);
  });
  return {
    begin: () => {
      wanted += 1;
    },
    end: () => {
      wanted -= 1;
    },
  };
}
