import type postgres from 'postgres';
import { prepareFrequent } from './prepare.ts';

/** By executors of long reads: one on the same connections whose frequent statements stay prepared. */
const lookups = new WeakMap<object, object>();

/**
 * The executor for a statement that finds rows by their keys, whatever the length of the books. Long reads are planned
 * anew each time, since one plan does not suit a company of a hundred lines and one of millions; what they look up
 * beside them is planned once. Between other statements, all of which may stay prepared, it is the executor itself.
 */
export const lookupOn = <Executor extends object>(executor: Executor): Executor =>
  (lookups.get(executor) as Executor | undefined) ?? executor;

/** @param open gives an executor on a client of the driver */
export function withLookups<Executor extends object>(
  client: postgres.Sql,
  open: (client: postgres.Sql) => Executor,
): Executor {
  const { unsafe, begin, options } = client;
  const prepared = open(prepareFrequent({ unsafe, begin, options } as postgres.Sql));
  const executor = open(client);
  lookups.set(executor, prepared);
  return executor;
}
