import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** The part of its time that a process at rest has used at most: it says that it is well, and what has changed. */
const LITTLE = 0.1;
/** The part of the processors' time that nobody used where there is some to spare. */
const SPARE = 0.3;
/** Looks at which it was at rest, after which it does not wait for a processor any longer. */
const PATIENCE = 30;

/**
 * Says each time whether it is a moment for what nobody waits for: since it was asked last, this process was at rest, and a
 * processor was left over, or it has waited for one thirty times.
 */
export function watchRest(processors: typeof cpus = cpus): () => boolean {
  const usedSince = useOfTime();
  const spareSince = spareTime(processors);
  let rests = 0;
  return () => {
    const [used, spare] = [usedSince(), spareSince()];
    return used <= LITTLE && (spare >= SPARE || ++rests >= PATIENCE);
  };
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
