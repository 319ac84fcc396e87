import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@app/contract/failure';
import type { PoolSizes } from '@app/registry';
import { createPlaces, currentContext } from '@app/runtime';
import { sql } from 'drizzle-orm';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { isConnectionLost, isRetryable } from './errors.ts';
import { withLookups } from './lookup.ts';
import { type DatabaseMetrics, measurePool, statementMeter } from './measured.ts';
import { REPORT_SECONDS, USUAL_POOLS } from './pools.ts';
import { prepareFrequent } from './prepare.ts';
import { traced } from './traced.ts';
import { createTurns } from './turns.ts';
import { type OnSession, preferWarm, warmConnections } from './warm-session.ts';

/** What statements run on: the pool, or the transaction of this moment. */
export type Executor = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

/** A transaction; a function that joins one takes it as first parameter. */
export type Tx = Executor;

export interface ConnectOptions {
  readonly url: string;
  /** The service's schema: the search path of every connection. */
  readonly schema: string;
  readonly applicationName: string;
  /** The most connections of each kind; what a service opens usually when absent. */
  readonly pools?: PoolSizes;
  /** Connections for requests, where these alone are of interest. */
  readonly max?: number;
  /** Where statements and the use of connections are counted, if anywhere. */
  readonly metrics?: DatabaseMetrics;
}

export interface Database {
  readonly schema: string;
  /** The joined transaction when there is one, else the pool: at most one connection per request. */
  readonly executor: Executor;
  /**
   * Runs a long read, on connections of their own, with a timeout of a minute. Joins nothing. The users who read, as
   * the context names them, take the connections in turns; whoever holds one begins no other long read.
   * @throws Failure 503 when too many wait, or the wait was too long
   */
  report<T>(read: (executor: Executor) => Promise<T>): Promise<T>;
  /** The driver itself, for COPY and LISTEN. Never for what must join a transaction. */
  readonly raw: postgres.Sql;
  /**
   * Runs an operation in one transaction and commits. Serialization failures and deadlocks (40001, 40P01) are tried
   * again, at most four times in all, hence no remote call and no side effect inside. Inside another `write` it is a
   * savepoint of that one. Writers of one client account, which the context names, take turns before they take a
   * connection.
   * @throws Failure 503 when too many of the account wait, or no connection was free in time; nothing was begun
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs one statement that commits by itself, in its client account's turn and tried again as `write` is; inside a
   * transaction it is a part of that.
   * @param clientAccountId undefined for a statement that waits for no account
   * @throws Failure 503 as `write` does
   */
  alone<T>(clientAccountId: number | undefined, statement: (executor: Executor) => Promise<T>): Promise<T>;
  /**
   * Runs what several requests write, in one transaction of its own that is not tried again; in the turn of an account,
   * or in nobody's.
   * @throws Failure 503 as `write` does
   */
  together<T>(clientAccountId: number | undefined, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether a transaction is joined here. */
  readonly isJoined: boolean;
  /** In a joined transaction: takes the work back, and lets go of the locks it took, unless it is to be kept. */
  attempt<T>(work: (tx: Tx) => Promise<{ readonly result: T; readonly keep: boolean }>): Promise<T>;
  /**
   * Runs work of the service itself, which no request shall carry: outside the joined transaction, on connections that
   * requests do not use, and in nobody's turn. Who holds a connection may wait for it.
   */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction that everything below joins; `keep` decides between commit and rollback. */
  within<T>(work: (tx: Tx) => Promise<T>, keep: (result: T) => boolean): Promise<T>;
  /** Calls it when the joined transaction has committed, at once without one, never when it is taken back. */
  afterCommit(work: () => void): void;
  /** Called after every commit: the outbox relay looks for new rows. Gives a function that stops it. */
  onCommit(listener: () => void): () => void;
  /** Calls the listeners of `onCommit`, for a statement that commits by itself. */
  committed(): void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Names of pools, for whoever measures them. */
const [REQUESTS, ASIDE] = ['requests', 'aside'] as const;

const ATTEMPTS = 4;

/** The driver's own pauses grow to twenty seconds, in which everybody waits for a database that has long come back. */
const secondsUntilReconnect = (retries: number): number =>
  Math.min(0.5, 0.02 * 2 ** retries) * (0.5 + Math.random() / 2);

class Rollback<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('rolled back on purpose');
    this.result = result;
  }
}

/**
 * No statement is sent behind another one that is still at work: it would wait for that one's locks, whoever they
 * belong to.
 */
const oneAtATime = { max_pipeline: 0 };

/** How long a transaction waits for a connection, in milliseconds: longer than whatever holds one may take. */
const CLOSING_MILLIS = 10_000;

/** Long reads that may wait for a connection, and how long each waits, in milliseconds. */
const READERS_WAITING = 200;
const READER_MILLIS = 55_000;

const manyReaders = () =>
  unavailable('Many reports and long lists are being read at this moment; try again in a moment');

/** Gives up waiting for a connection. A transaction that gets one after that is rolled back before anything is done. */
async function withinPatience<T>(
  transaction: (enter: () => void) => Promise<T>,
  givenUp: () => void = () => {},
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const failure = () =>
    unavailable('All connections to the database are busy; nothing was stored, try again in a moment');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    givenUp();
    reject(failure());
  }, CLOSING_MILLIS);
  const run = transaction(() => {
    if (isLate) throw failure();
    clearTimeout(timer);
  });
  return Promise.race([run, late]).finally(() => clearTimeout(timer));
}

/** What every session is told when it begins, and keeps. Poolers may drop it: see `requireOwnSessions`. */
export const sessionSettings = (schema: string, applicationName: string, timeoutSeconds: number) => ({
  application_name: applicationName,
  search_path: `${schema}, extensions`,
  statement_timeout: timeoutSeconds * 1000,
  idle_in_transaction_session_timeout: 30_000,
  TimeZone: 'UTC',
});

export function connect(options: ConnectOptions): Database {
  const client = (max: number, name: string, timeoutSeconds: number) =>
    postgres(options.url, {
      max,
      onnotice: () => {},
      ...oneAtATime,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 10,
      backoff: secondsUntilReconnect,
      connection: sessionSettings(options.schema, name, timeoutSeconds),
    });
  const { requests, raw: ours, aside, reports: long } = options.pools ?? USUAL_POOLS;
  const size = options.max ?? requests;
  const pool = client(size - warmConnections(size), options.applicationName, 5);
  const warmPool = warmConnections(size) > 0 ? client(warmConnections(size), options.applicationName, 5) : undefined;
  const raw = client(ours, `${options.applicationName}-raw`, 30);
  const asidePool = aside > 0 ? client(aside, `${options.applicationName}-aside`, 5) : undefined;
  const reportsPool = long > 0 ? client(long, `${options.applicationName}-reports`, REPORT_SECONDS) : undefined;
  const { metrics } = options;
  const statement = metrics && statementMeter(metrics);
  const openerOf = ({ options: { max } }: postgres.Sql, name: string) => {
    const measured = statement && { statement, pool: measurePool(metrics, name, max) };
    return (client: postgres.Sql) => drizzle(traced(client, options, measured)) as unknown as Executor;
  };
  const executorOn = (client: postgres.Sql, name: string) => openerOf(client, name)(client);
  const root = executorOn(prepareFrequent(pool), REQUESTS);
  const reports = reportsPool && withLookups(reportsPool, openerOf(reportsPool, 'reports'));
  const besides = asidePool ? executorOn(prepareFrequent(asidePool), ASIDE) : root;
  const givenUp = (name: string) => () => metrics?.dbConnectionTimeouts.inc({ db_client_connection_pool_name: name });
  const ofAll = preferWarm(warmPool && executorOn(prepareFrequent(warmPool), 'warm'), root);
  /** What waits for an account keeps the session meanwhile: it goes over the pool's. */
  const sessionOf = (clientAccountId: number | undefined): OnSession<Executor> =>
    clientAccountId === undefined ? ofAll : (work) => work(root);
  const ambient = new AsyncLocalStorage<Tx>();
  /** What each open transaction or savepoint has to do after its commit. */
  const afterwards = new WeakMap<Tx, (() => void)[]>();
  const lane = new AsyncLocalStorage<Executor>();
  const listeners = new Set<() => void>();
  const committed = () => {
    for (const listener of listeners) listener();
  };

  const readers = createPlaces({
    places: Array.from({ length: long }, (_, index) => index),
    // One user leaves a connection to the others: a read may take a minute, which is longer than anybody waits.
    share: long - 1,
    waiting: READERS_WAITING,
    waitingEach: READERS_WAITING / 4,
    full: manyReaders,
  });

  const turns = createTurns({ share: Math.max(1, Math.floor(size / 2)) });

  /**
   * Tries what the database says may be tried again: another transaction won, or a connection was gone before anything
   * was done on it.
   */
  const retrying = async <T>(attempt: (begun: () => void) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      let hasBegun = false;
      try {
        return await attempt(() => {
          hasBegun = true;
        });
      } catch (error) {
        const mayRetry = isRetryable(error) || (!hasBegun && isConnectionLost(error));
        if (tries >= ATTEMPTS || !mayRetry) throw error;
        await pause(5 * 2 ** tries * (0.5 + Math.random()));
      }
    }
  };

  const begin = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const beside = lane.getStore();
    let later: (() => void)[] = [];
    const run = () =>
      retrying((begun) =>
        withinPatience(
          (enter) =>
            (beside ?? root).transaction((tx) => {
              enter();
              begun();
              later = [];
              return inside(tx as unknown as Tx, later, work);
            }),
          givenUp(beside && asidePool ? ASIDE : REQUESTS),
        ),
      );
    const result = await (beside ? run() : turns.take(currentContext()?.clientAccountId, run));
    for (const each of later) each();
    committed();
    return result;
  };

  const inside = <T>(tx: Tx, later: (() => void)[], work: (tx: Tx) => Promise<T>): Promise<T> => {
    afterwards.set(tx, later);
    return ambient.run(tx, () => work(tx));
  };

  /** Within a savepoint, which may be taken back alone. */
  const savepoint = async <T>(joined: Tx, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const later: (() => void)[] = [];
    const result = await joined.transaction((tx) => inside(tx as unknown as Tx, later, work));
    afterwards.get(joined)?.push(...later);
    return result;
  };

  return {
    schema: options.schema,
    get executor() {
      return ambient.getStore() ?? lane.getStore() ?? root;
    },
    report: async (read) => {
      if (!reports) throw new Error('A service that answers long reads says so in its row of the registry');
      const reader = currentContext()?.userId;
      const place = await readers.take(reader, AbortSignal.timeout(READER_MILLIS)).catch((error: unknown) => {
        throw error instanceof DOMException ? manyReaders() : error;
      });
      try {
        return await read(reports);
      } finally {
        readers.leave(reader, place);
      }
    },
    raw,
    write(work) {
      const joined = ambient.getStore();
      return joined ? savepoint(joined, work) : begin(work);
    },
    alone(clientAccountId, statement) {
      const joined = ambient.getStore();
      if (joined) return statement(joined);
      return turns.take(clientAccountId, () =>
        retrying((begun) => {
          begun();
          return sessionOf(clientAccountId)(statement);
        }),
      );
    },
    together: (clientAccountId, work) =>
      turns.take(clientAccountId, () =>
        withinPatience(
          (enter) =>
            sessionOf(clientAccountId)((executor) =>
              executor.transaction((tx) => {
                enter();
                return work(tx as unknown as Tx);
              }),
            ),
          givenUp(REQUESTS),
        ),
      ),
    get isJoined() {
      return ambient.getStore() !== undefined;
    },
    async attempt(work) {
      const joined = ambient.getStore();
      if (!joined) throw new Error('There is no transaction to attempt this in');
      try {
        return await savepoint(joined, async (tx) => {
          const { result, keep } = await work(tx);
          if (!keep) throw new Rollback(result);
          return result;
        });
      } catch (error) {
        if (error instanceof Rollback) return error.result;
        throw error;
      }
    },
    aside: (work) => {
      if (!asidePool && ambient.getStore())
        throw new Error('A transaction waits for work aside: no service does that whose row says that it keeps little');
      return ambient.exit(() => lane.run(besides, work));
    },
    async within(work, keep) {
      try {
        return await begin(async (tx) => {
          const result = await work(tx);
          if (!keep(result)) throw new Rollback(result);
          return result;
        });
      } catch (error) {
        if (error instanceof Rollback) return error.result;
        throw error;
      }
    },
    afterCommit(work) {
      const joined = ambient.getStore();
      const later = joined && afterwards.get(joined);
      if (later) later.push(work);
      else work();
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    committed,
    async ping() {
      await root.execute(sql`select 1`);
    },
    async close() {
      await Promise.all([
        pool.end({ timeout: 5 }),
        warmPool?.end({ timeout: 5 }),
        raw.end({ timeout: 5 }),
        asidePool?.end({ timeout: 5 }),
        reportsPool?.end({ timeout: 5 }),
      ]);
    },
  };
}
