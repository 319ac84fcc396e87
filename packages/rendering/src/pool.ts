import type { Worker } from 'node:worker_threads';
import { createPlaces, currentContext } from '@app/runtime';
import { RenderingBusy } from './failure.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageImage } from './reading.ts';
import { Refused, runOn, startThread } from './thread.ts';
import type { OrderKind, OrderOf, Orders } from './thread-messages.ts';

export interface Pool {
  /**
   * Runs an order on a thread when one is free, in the turn of the user who asks. Whatever ends otherwise than it should
   * takes its thread with it: the next order gets a new one.
   * @throws RenderingFailure, RenderingBusy, what `onPage` throws, the reason of the signal
   */
  run<Kind extends OrderKind>(
    order: OrderOf<Kind>,
    onPage?: (image: PageImage, index: number) => Promise<void> | void,
    signal?: AbortSignal,
  ): Promise<Orders[Kind]['gives']>;
  close(): Promise<void>;
}

/** A place for one thread, with the thread that waits there for work. */
interface Place {
  worker: Worker | undefined;
}

const takesNoPages = (): void => {
  throw new Error('nobody asked for pages');
};

/** @param options.isPatient nobody waits for its orders */
export function createPool(
  threads: number,
  limits: RenderingLimits,
  { isPatient = false }: { readonly isPatient?: boolean } = {},
): Pool {
  const all: readonly Place[] = Array.from({ length: threads }, () => ({ worker: undefined }));
  const places = createPlaces({
    places: all,
    share: Math.max(1, threads - 1),
    waiting: limits.waiting,
    waitingEach: Math.ceil(limits.waiting / 4),
    full: () => new RenderingBusy(),
  });
  const closing = new AbortController();

  /** A thread that ended by itself while nobody used it gets no order. */
  const threadOf = (place: Place): Worker => {
    if (place.worker) return place.worker;
    const worker = startThread(limits, isPatient);
    worker.once('exit', () => {
      if (place.worker === worker) place.worker = undefined;
    });
    place.worker = worker;
    return worker;
  };

  const endThread = (place: Place): void => {
    void place.worker?.terminate();
    place.worker = undefined;
  };

  return {
    run: async (order, onPage = takesNoPages, asked) => {
      const signal = asked ? AbortSignal.any([asked, closing.signal]) : closing.signal;
      const caller = currentContext()?.userId;
      const place = await places.take(caller, signal);
      let isWorn = true;
      try {
        signal.throwIfAborted();
        const outcome = await runOn(threadOf(place), order, onPage, limits.seconds, signal);
        isWorn = outcome.isWorn;
        return outcome.result;
      } catch (error) {
        if (error instanceof Refused) isWorn = error.isWorn;
        throw error;
      } finally {
        if (isWorn) endThread(place);
        places.leave(caller, place);
      }
    },
    close: async () => {
      closing.abort(new Error('rendering is closed'));
      await Promise.all(all.map(({ worker }) => worker?.terminate()));
    },
  };
}
