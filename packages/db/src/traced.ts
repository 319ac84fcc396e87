import { errorType, isRecording, type OpenSpan, openSpan, type SpanAttributes } from '@app/runtime';
import type postgres from 'postgres';
import { sqlState } from './errors.ts';
import { summaryOf } from './statement-summary.ts';

/** Where statements go. */
export interface Place {
  readonly url: string;
  readonly schema: string;
}

/** Opens a span of a statement, where the work under way is a part of a recorded trace. */
type Open = (text: string) => OpenSpan | undefined;
// biome-ignore lint/suspicious/noExplicitAny: the driver's functions are passed on as they are
type Any = any;

/**
 * Makes a span of every statement of a recorded trace, and of the beginning and the end of its transaction: the end is
 * where a commit waits for the disk. Who is in no such trace pays one look per statement. The text of statements stays
 * out of spans (docs/decisions/0147).
 */
export function traced(client: postgres.Sql, place: Place): postgres.Sql {
  const attributes = attributesOf(place);
  return watch(client, (text) =>
    openSpan(() => {
      const summary = summaryOf(text);
      const operation = summary.split(' ', 1)[0];
      return {
        name: summary,
        kind: 'client',
        attributes: { ...attributes, 'db.query.summary': summary, 'db.operation.name': operation },
      };
    }),
  );
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

/** The pool and what it hands out for a transaction or a savepoint behave alike. */
function watch<S extends object>(scope: S, open: Open): S {
  const { unsafe, begin, savepoint } = scope as Any;
  const watching = (work: Any) => (typeof work === 'function' ? (inner: object) => work(watch(inner, open)) : work);
  return Object.assign(scope, {
    unsafe: (text: string, ...rest: Any[]) => {
      const query = unsafe(text, ...rest);
      const span = open(text);
      // The statement is sent a moment later, when the query builder has said in which form it wants the rows.
      if (span)
        query.then(
          () => span.end(),
          (error: unknown) => endFailed(span, error),
        );
      return query;
    },
    ...(begin
      ? {
          begin: (...args: Any[]) => {
            const watched = args.map(watching);
            return isRecording() ? transaction(open, (around) => begin(...watched.map(around))) : begin(...watched);
          },
        }
      : {}),
    ...(savepoint ? { savepoint: (...args: Any[]) => savepoint(...args.map(watching)) } : {}),
  });
}

/** Looks at a transaction when its work has ended; the driver's own statement for the beginning is one like others. */
async function transaction(open: Open, run: (around: (work: Any) => Any) => Promise<unknown>): Promise<unknown> {
  let ending: OpenSpan | undefined;
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
  try {
    const result = await run(around);
    ending?.end();
    return result;
  } catch (error) {
    if (isRollback) ending?.end();
    else if (ending) endFailed(ending, error);
    throw error;
  }
}

function endFailed(span: OpenSpan, error: unknown): void {
  const state = sqlState(error);
  if (state) span.set({ 'db.response.status_code': state });
  span.fail(state ?? errorType(error));
  span.end();
}
