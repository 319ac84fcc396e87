import { REQUEST_CONNECTIONS } from '@app/registry';

/** Runs a statement or a transaction, on whichever session suits. */
export type OnSession<Executor> = <T>(work: (executor: Executor) => Promise<T>) => Promise<T>;

/**
 * How many of the connections for requests are the warm one: of a small pool none, since whoever needs another one would
 * wait for it.
 */
export const warmConnections = (size: number): 0 | 1 => (size >= REQUEST_CONNECTIONS ? 1 : 0);

/**
 * Takes the same session each time it is free, else one of the pool's. The driver gives the connections of a pool out
 * in turns, so that who writes one thing after the other finds each time the session that has rested longest: its
 * process is woken with nothing of the statement in the caches of the processor (docs/decisions/0151-warm-session.md).
 * Nobody waits for the warm one.
 */
export function preferWarm<Executor>(warm: Executor | undefined, pool: Executor): OnSession<Executor> {
  let isTaken = false;
  return async (work) => {
    if (!warm || isTaken) return work(pool);
    isTaken = true;
    try {
      return await work(warm);
    } finally {
      isTaken = false;
    }
  };
}
