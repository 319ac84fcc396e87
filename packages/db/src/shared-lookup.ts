import { currentContext, type Gathering, gather, inSharedTrace } from '@app/runtime';
import type { Database, Executor } from './database.ts';

/**
 * Few together, and several at once: callers whose answers come together ask again together, so that large groups have
 * all of them wait for the same piece of work, and leave everybody else with nothing to do. As many at once as there are
 * connections for requests besides the warm one.
 */
const FEW_AT_ONCE: Gathering = { most: 8, atWork: 3, longestMillis: 0 };

/** Finds a record by its key. */
export type Lookup<Key, Row> = (key: Key) => Promise<Row | undefined>;

/**
 * Looks records up by their keys, always fresh: nothing is kept. Requests that ask at the same moment share a
 * statement, which begins after each of them has asked: of what a small read costs, most is the round trip. A request
 * that has a transaction, and with it a connection, reads there: it sees what it has changed, and must not wait for a
 * second one.
 * Who asks for the same gets the same record: nobody changes it.
 * @param read finds those that exist, in any order, by one statement over their keys
 */
export function sharedLookup<Key extends number | string, Row>(
  db: Pick<Database, 'executor'>,
  read: (ex: Executor, keys: readonly Key[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
  gathering: Gathering = FEW_AT_ONCE,
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
  }, gathering);
  return async (key) => {
    const ex = db.executor;
    return ex === pool ? together({ key, traceparent: currentContext()?.traceparent }) : (await read(ex, [key]))[0];
  };
}
