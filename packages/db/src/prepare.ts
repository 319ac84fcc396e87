import { LRUCache } from 'lru-cache';
import type postgres from 'postgres';

/** A statement that came this often is kept prepared. */
const FREQUENT = 5;
/** Statements kept prepared, on each connection at most: their plans are memory of the server. */
const KEPT = 200;
/** Texts whose occurrences are counted. */
const COUNTED = 2_000;

/**
 * Makes the driver keep frequent statements prepared. The query builder asks it to prepare none, and then every
 * statement with parameters costs two round trips: one for the types of the parameters, one for the result. Texts that
 * are built for one request only stay as they are.
 */
export function prepareFrequent(client: postgres.Sql): postgres.Sql {
  const counts = new LRUCache<string, number>({ max: COUNTED });
  const kept = new Set<string>();
  const isFrequent = (text: string): boolean => {
    if (kept.has(text)) return true;
    if (kept.size >= KEPT) return false;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < FREQUENT) {
      counts.set(text, count);
      return false;
    }
    counts.delete(text);
    kept.add(text);
    return true;
  };
  return watch(client, isFrequent);
}

type Scope = Pick<postgres.TransactionSql, 'unsafe'> &
  Partial<Pick<postgres.TransactionSql, 'savepoint'>> &
  Partial<Pick<postgres.Sql, 'begin'>>;
// biome-ignore lint/suspicious/noExplicitAny: the driver's functions are passed on as they are
type Any = any;

/** The pool and what it hands out for a transaction or a savepoint behave alike. */
function watch<S extends Scope>(scope: S, isFrequent: (text: string) => boolean): S {
  const { unsafe, begin, savepoint } = scope as Any;
  const watched = (args: Any[]): Any[] =>
    args.map((arg) => (typeof arg === 'function' ? (inner: Scope) => arg(watch(inner, isFrequent)) : arg));
  return Object.assign(scope, {
    unsafe: (text: string, parameters: Any[] = [], options: postgres.UnsafeQueryOptions = {}) =>
      unsafe(text, parameters, parameters.length > 0 && isFrequent(text) ? { ...options, prepare: true } : options),
    ...(begin ? { begin: (...args: Any[]) => begin(...watched(args)) } : {}),
    ...(savepoint ? { savepoint: (...args: Any[]) => savepoint(...watched(args)) } : {}),
  });
}
