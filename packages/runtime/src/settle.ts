import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { onAsked } from './asked.ts';

/**
 * After the first requests and the first turns of every loop, so that what they keep is kept and nobody waits for the
 * pause.
 */
const SETTLED_MILLIS = 2_000;
/** What a process is asked in that time that nobody uses: whether it is well, and what has changed. */
const IN_QUIET = 20;

/**
 * Gives back the memory that starting took, once: modules are read, schemas built and protocols compiled in a heap
 * twice as large as what stays, and V8 keeps such a heap until it is full again. Pauses the process for some ten
 * milliseconds. A process that is used at once gives it back when it comes to rest: until then it needs that heap, and
 * would collect garbage again and again until it had grown back.
 */
export function settleMemory(afterMillis: number = SETTLED_MILLIS): void {
  let asked = 0;
  const stop = onAsked(() => asked++);
  const timer = setInterval(() => {
    const isUsed = asked > IN_QUIET;
    asked = 0;
    if (isUsed) return;
    clearInterval(timer);
    stop();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
    // Any other flavor keeps the pages for what comes next.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, afterMillis).unref();
}
