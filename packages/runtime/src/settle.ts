import type { cpus } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { watchRest } from './rest.ts';

/**
 * How often a process looks whether it is at rest, the first time after the first requests and the first turns of every
 * loop, so that what they keep is kept.
 */
const LOOK_MILLIS = 2_000;

/**
 * Gives back the memory that starting took, once: modules are read, schemas built and protocols compiled in a heap
 * twice as large as what stays, and V8 keeps such a heap until it is full again. It takes some two tenths of a second
 * of a processor, so it is done at rest: a process that is used needs that heap, and would collect garbage again and
 * again until it had grown back; and where others use all processors, they go first for a minute.
 */
export function settleMemory(lookMillis: number = LOOK_MILLIS, processors?: typeof cpus): void {
  const isTime = watchRest(processors);
  const timer = setInterval(() => {
    if (!isTime()) return;
    clearInterval(timer);
    releaseMemory();
  }, lookMillis).unref();
}

function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  setFlagsFromString('--no-expose-gc');
  // Any other flavor keeps the pages for what comes next.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
