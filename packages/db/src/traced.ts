import { errorType, isRecording, type OpenSpan, openSpan, type SpanAttributes } from '@app/runtime';
import type postgres from 'postgres';
import { sqlState } from './errors.ts';
import type { BeginStatement, PoolUse } from './measured.ts';
import { summaryOf } from './statement-summary.ts';

/** Where statements go. */
export interface Place {
  readonly url: string;
  readonly schema: string;
}

/** Begins to look at a statement; gives what is called with its error, if it had one, when it has ended. */
type Open = (text: string) => ((error?: unknown) => void) | undefined;
// biome-ignore lint/suspicious/noExplicitAny: the driver's functions are passed on as they are
type Any = any;

/** What of a pool is measured. */
export interface Measured {
  readonly statement: BeginStatement;
  readonly pool: PoolUse;
}

/**
 * Makes a span of every statement of a recorded trace, and of the beginning and the end of its transaction: the end is
 * where a commit waits for the disk. Who is in no such trace pays one look per statement. The text of statements stays
 * out of spans (docs/decisions/0147). Statements, ends of transactions and who has a connection are measured as well
 * (docs/decisions/0157).
 */
export function traced(client: postgres.Sql, place: Place, measured?: Measured): postgres.Sql {
  const attributes = attributesOf(place);
  const openSpanOf = (text: string) =>
    openSpan(() => {
      const summary = summaryOf(text);
      const operation = summary.split(' ', 1)[0];
      return {
        name: summary,
        kind: 'client',
        attributes: { ...attributes, 'db.query.summary': summary, 'db.operation.name': operation },
      };
    });
  const open: Open = (text) => {
    const span = openSpanOf(text);
    const end = measured?.statement(text);
    if (!span) return end;
    return (error) => {
      end?.(error);
      if (error === undefined) span.end();
      else endFailed(span, error);
    };
  };
  return watch(client, { open, pool: measured?.pool });
}

function attributesOf({ url, schema }: Place): SpanAttributes {
  const { hostname, port, pathname } = new URL(url);
  return {
    'db.system.name': 'postgresql',
    'db.namespace': `${decodeURIComponent(pathname.slice(1))}|${schema}`,
    'server.address': hostname,
    'server.port': Number(port || 5_432),
  };
}

/** How the driver begins a transaction. */
const BEGINNING = /^begin\b/;

interface Watching {
  readonly open: Open;
  /** Absent inside of a transaction, which has its connection. */
  readonly pool?: PoolUse | undefined;
}

/** The pool and what it hands out for a transaction or a savepoint behave alike. */
function watch<S extends object>(scope: S, { open, pool }: Watching): S {
  const { unsafe, begin, savepoint } = scope as Any;
  const watching = (work: Any) => (typeof work === 'function' ? (inner: object) => work(watch(inner, { open })) : work);
  return Object.assign(scope, {
    unsafe: (text: string, ...rest: Any[]) => {
      const query = unsafe(text, ...rest);
      const ended = open(text);
      if (!ended) return query;
      // The connection of a transaction is counted with the transaction.
      const use = BEGINNING.test(text) ? undefined : pool;
      use?.begin();
      const end = (error?: unknown) => {
        use?.end();
        ended(error);
      };
      // The statement is sent a moment later, when the query builder has said in which form it wants the rows.
      query.then(() => end(), end);
      return query;
    },
    ...(begin
      ? {
          begin: (...args: Any[]) => {
            const watched = args.map(watching);
            return pool || isRecording()
              ? transaction({ open, pool }, (around) => begin(...watched.map(around)))
              : begin(...watched);
          },
        }
      : {}),
    ...(savepoint ? { savepoint: (...args: Any[]) => savepoint(...args.map(watching)) } : {}),
  });
}

/** Looks at a transaction when its work has ended; the driver's own statement for the beginning is one like others. */
async function transaction(
  { open, pool }: Watching,
  run: (around: (work: Any) => Any) => Promise<unknown>,
): Promise<unknown> {
  let ending: ReturnType<Open>;
  let isRollback = false;
  const around = (work: Any) =>
    typeof work !== 'function'
      ? work
      : async (scope: object) => {
          try {
            const result = await work(scope);
            ending = open('commit');
            return result;
          } catch (error) {
            isRollback = true;
            ending = open('rollback');
            throw error;
          }
        };
  pool?.begin();
  try {
    const result = await run(around);
    ending?.();
    return result;
  } catch (error) {
    ending?.(isRollback ? undefined : error);
    throw error;
  } finally {
    pool?.end();
  }
}

function endFailed(span: OpenSpan, error: unknown): void {
  const state = sqlState(error);
  if (state) span.set({ 'db.response.status_code': state });
  span.fail(state ?? errorType(error));
  span.end();
}
