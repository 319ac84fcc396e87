import { currentContext, gather, inSharedTrace } from '@app/runtime';
import type { Database, Executor } from './database.ts';

/** Finds a record by its key. */
export type Lookup<Key, Row> = (key: Key) => Promise<Row | undefined>;

/**
 * Looks records up by their keys, always fresh: nothing is kept. Requests that ask while a lookup is under way share the
 * next one, which begins after each of them has asked: of what a small read costs, most is the round trip. A request
 * that has a transaction, and with it a connection, reads there: it sees what it has changed, and must not wait for a
 * second one.
 * Who asks for the same gets the same record: nobody changes it.
 * @param read finds those that exist, in any order, by one statement over their keys
 */
export function sharedLookup<Key extends number | string, Row>(
  db: Pick<Database, 'executor'>,
  read: (ex: Executor, keys: readonly Key[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): Lookup<Key, Row> {
  const pool = db.executor;
  const together = gather(async (asked: readonly { readonly key: Key; readonly traceparent: string | undefined }[]) => {
    const keys = [...new Set(asked.map(({ key }) => key))];
    const rows = await inSharedTrace(
      asked.map(({ traceparent }) => traceparent),
      () => read(pool, keys),
    );
    const found = new Map(rows.map((row) => [keyOf(row), row]));
    return asked.map(({ key }) => found.get(key));
  });
  return async (key) => {
    const ex = db.executor;
    return ex === pool ? together({ key, traceparent: currentContext()?.traceparent }) : (await read(ex, [key]))[0];
  };
}
