import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * After the first requests and the first turns of every loop, so that what they keep is kept and nobody waits for the
 * pause.
 */
const SETTLED_MILLIS = 2_000;

/**
 * Gives back the memory that starting took, once: modules are read, schemas built and protocols compiled in a heap
 * twice as large as what stays, and V8 keeps such a heap until it is full again. Pauses the process for some ten
 * milliseconds.
 */
export function settleMemory(afterMillis: number = SETTLED_MILLIS): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
    // Any other flavor keeps the pages for what comes next.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, afterMillis).unref();
}
