import { watchRest } from '@app/runtime';

/** How often a process looks whether it has time. */
const LOOK_MILLIS = 2_000;

/**
 * Does what need not be there when work is first taken and takes a while in one go: a piece at each look at which the
 * process is at rest and a processor is left over, each once, in their order. A piece that is asked for earlier is made
 * then.
 * @param options.stopping ends it
 * @param options.failed is called with what a piece threw; the others are done all the same
 */
export function inQuietTime(
  pieces: readonly (() => void)[],
  options: {
    readonly stopping: AbortSignal;
    readonly failed: (error: unknown) => void;
    readonly lookMillis?: number;
    readonly isTime?: () => boolean;
  },
): void {
  const { stopping, failed, lookMillis = LOOK_MILLIS, isTime = watchRest() } = options;
  const left = [...pieces];
  const look = (): void => {
    if (isTime()) {
      try {
        left.shift()?.();
      } catch (error) {
        failed(error);
      }
      // What the piece took is no sign of work.
      isTime();
    }
    if (left.length === 0) clearInterval(timer);
  };
  const timer = setInterval(look, lookMillis);
  timer.unref();
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true });
}
