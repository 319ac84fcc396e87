import { performance } from 'node:perf_hooks';

/** How often a process looks whether it has time. */
const LOOK_MILLIS = 2_000;
/** The part of its time that a process with little to do has used at most since the last look. */
const LITTLE = 0.25;

/**
 * Does what need not be there when work is first taken and takes a while in one go: a piece at each look at which the
 * process has little to do, each once, in their order. A piece that is asked for earlier is made then.
 * @param options.stopping ends it
 * @param options.failed is called with what a piece threw; the others are done all the same
 */
export function inQuietTime(
  pieces: readonly (() => void)[],
  options: {
    readonly stopping: AbortSignal;
    readonly failed: (error: unknown) => void;
    readonly lookMillis?: number;
  },
): void {
  const { stopping, failed, lookMillis = LOOK_MILLIS } = options;
  const left = [...pieces];
  let before = performance.eventLoopUtilization();
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization <= LITTLE) {
      try {
        left.shift()?.();
      } catch (error) {
        failed(error);
      }
      // What the piece took is no sign of work.
      before = performance.eventLoopUtilization();
    }
    if (left.length === 0) clearInterval(timer);
  };
  const timer = setInterval(look, lookMillis);
  timer.unref();
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true });
}
