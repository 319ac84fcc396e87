import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How often a process looks whether it is at rest, the first time after the first requests and the first turns of every
 * loop, so that what they keep is kept.
 */
const LOOK_MILLIS = 2_000;
/** The part of its time that a process at rest has used at most: it says that it is well, and what has changed. */
const LITTLE = 0.1;
/** The part of the processors' time that nobody used where there is some to spare. */
const SPARE = 0.3;
/** Looks at which it was at rest, after which it does not wait for a processor any longer. */
const PATIENCE = 30;

/**
 * Gives back the memory that starting took, once: modules are read, schemas built and protocols compiled in a heap
 * twice as large as what stays, and V8 keeps such a heap until it is full again. It takes some two tenths of a second
 * of a processor, so it is done at rest: a process that is used needs that heap, and would collect garbage again and
 * again until it had grown back; and where others use all processors, they go first for a minute.
 */
export function settleMemory(lookMillis: number = LOOK_MILLIS, processors: typeof cpus = cpus): void {
  const usedSince = useOfTime();
  const spareSince = spareTime(processors);
  let rests = 0;
  const timer = setInterval(() => {
    const [used, spare] = [usedSince(), spareSince()];
    if (used > LITTLE || (spare < SPARE && ++rests < PATIENCE)) return;
    clearInterval(timer);
    releaseMemory();
  }, lookMillis).unref();
}

/** Says each time which part of its time this process has used since it was asked last. */
function useOfTime(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** Says each time which part of the time of all processors nobody has used since it was asked last. */
function spareTime(processors: typeof cpus): () => number {
  const read = () => {
    const sum = { idle: 0, all: 0 };
    for (const { times } of processors()) {
      sum.idle += times.idle;
      sum.all += times.idle + times.user + times.nice + times.sys + times.irq;
    }
    return sum;
  };
  let before = read();
  return () => {
    const now = read();
    const [idle, all] = [now.idle - before.idle, now.all - before.all];
    before = now;
    // A system that does not say has as much to spare as anybody knows.
    return all > 0 ? idle / all : 1;
  };
}

function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  setFlagsFromString('--no-expose-gc');
  // Any other flavor keeps the pages for what comes next.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
