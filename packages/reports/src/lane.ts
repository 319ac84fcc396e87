import type { Worker } from 'node:worker_threads';
import { unavailable } from '@app/contract';
import { startThread } from './thread.ts';

export interface LaneLimits {
  /** Reports that are made at once. */
  readonly threads: number;
  /** From the order to the last byte, waiting included. */
  readonly seconds: number;
  /** Of a thread's heap. */
  readonly megabytes: number;
  /** Orders that may wait their turn. */
  readonly waiting: number;
}

export interface Lane {
  /**
   * Runs work on a thread of the lane when one is free. Work that fails, takes too long or is not read to its end takes
   * its thread with it: the next one gets a new thread.
   * @throws Failure 503 when too many wait, it takes too long, or the service stops
   */
  run<T>(work: (worker: Worker, signal: AbortSignal) => AsyncGenerator<T, void>): AsyncGenerator<T, void>;
  close(): Promise<void>;
}

/** A place for one thread, with the thread that waits there for work. */
interface Place {
  worker: Worker | undefined;
}

const otherwise = 'the page and the JSON answer hold the same figures';

export function createLane({ threads, seconds, megabytes, waiting }: LaneLimits): Lane {
  const free: Place[] = Array.from({ length: threads }, () => ({ worker: undefined }));
  const places = [...free];
  const queue: ((place: Place) => void)[] = [];
  const closing = new AbortController();

  const release = (place: Place): void => {
    const next = queue.shift();
    if (next) next(place);
    else free.push(place);
  };

  const enter = (signal: AbortSignal): Promise<Place> => {
    const place = free.shift();
    if (place) return Promise.resolve(place);
    if (queue.length >= waiting) throw unavailable(`Too many reports are being made at this moment; ${otherwise}`);
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    const leave = (): void => {
      queue.splice(queue.indexOf(take), 1);
      reject(signal.reason);
    };
    const take = (given: Place): void => {
      signal.removeEventListener('abort', leave);
      resolve(given);
    };
    signal.addEventListener('abort', leave, { once: true });
    queue.push(take);
    return promise;
  };

  return {
    async *run(work) {
      closing.signal.throwIfAborted();
      const late = new AbortController();
      const timer = setTimeout(
        () => late.abort(unavailable(`The report was not done within ${seconds} seconds; ${otherwise}`)),
        seconds * 1000,
      );
      const signal = AbortSignal.any([late.signal, closing.signal]);
      try {
        const place = await enter(signal);
        // A reader who takes nothing more holds no thread: time runs out for it as well.
        const end = (isGood: boolean): void => {
          signal.removeEventListener('abort', stop);
          if (!isGood) {
            void place.worker?.terminate();
            place.worker = undefined;
          }
          release(place);
        };
        const stop = (): void => end(false);
        signal.addEventListener('abort', stop, { once: true });
        let isGood = false;
        try {
          place.worker ??= startThread(megabytes);
          yield* work(place.worker, signal);
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
      await Promise.all(places.map(({ worker }) => worker?.terminate()));
    },
  };
}
