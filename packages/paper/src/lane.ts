import type { Worker } from 'node:worker_threads';
import { unavailable } from '@app/contract';
import { createPlaces, currentContext } from '@app/runtime';

export interface LaneLimits {
  /** Papers that are made at once. */
  readonly threads: number;
  /** From the order to the last byte, waiting included. */
  readonly seconds: number;
  /** Of a thread's heap. */
  readonly megabytes: number;
  /** Orders that may wait, a quarter of them of one caller. */
  readonly waiting: number;
}

export interface Lane {
  /**
   * Runs work on a thread of the lane when one is free, or in the turn of the user who asks. Work that fails, takes too
   * long or is not read to its end takes its thread with it: the next one gets a new thread.
   * @throws Failure 503 when too many wait, it takes too long, or the service stops
   */
  run<T>(work: (worker: Worker, signal: AbortSignal) => AsyncGenerator<T, void>): AsyncGenerator<T, void>;
  close(): Promise<void>;
}

/** What is different from lane to lane. */
export interface LaneWork {
  /** @param megabytes of the thread's heap */
  readonly start: (megabytes: number) => Worker;
  /** What a caller reads when too many wait. */
  readonly full: string;
  /** What a caller reads whose paper was not done in time. */
  readonly late: (seconds: number) => string;
}

/** A place for one thread, with the thread that waits there for work. */
interface Place {
  worker: Worker | undefined;
}

export function createLane({ threads, seconds, megabytes, waiting }: LaneLimits, work: LaneWork): Lane {
  const all: readonly Place[] = Array.from({ length: threads }, () => ({ worker: undefined }));
  const places = createPlaces({
    places: all,
    // A reader may take as long as the time of a report for it, so that nobody gets every thread.
    share: Math.max(1, threads - 1),
    waiting,
    waitingEach: Math.ceil(waiting / 4),
    full: () => unavailable(work.full),
  });
  const closing = new AbortController();

  return {
    async *run(make) {
      closing.signal.throwIfAborted();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(unavailable(work.late(seconds))), seconds * 1000);
      const signal = AbortSignal.any([late.signal, closing.signal]);
      const caller = currentContext()?.userId;
      try {
        const place = await places.take(caller, signal);
        if (signal.aborted) {
          places.leave(caller, place);
          throw signal.reason;
        }
        // A reader who takes nothing more holds no thread: time runs out for it as well.
        const end = (isGood: boolean): void => {
          signal.removeEventListener('abort', stop);
          if (!isGood) {
            void place.worker?.terminate();
            place.worker = undefined;
          }
          places.leave(caller, place);
        };
        const stop = (): void => end(false);
        signal.addEventListener('abort', stop, { once: true });
        let isGood = false;
        try {
          place.worker ??= work.start(megabytes);
          yield* make(place.worker, signal);
          isGood = true;
        } finally {
          if (!signal.aborted) end(isGood);
        }
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        clearTimeout(timer);
      }
    },
    close: async () => {
      closing.abort(unavailable('The service is stopping'));
      await Promise.all(all.map(({ worker }) => worker?.terminate()));
    },
  };
}
