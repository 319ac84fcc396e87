import { pause } from '@app/runtime';
import type { Database } from './database.ts';

/** Works off rows of a table, one at a time in this process. */
export interface QueueWorker {
  start(): void;
  /** Ends after the row under way. */
  stop(): Promise<void>;
}

interface Options<T> {
  readonly db: Database;
  /** Takes the next row with a lease, so that each goes to one replica; undefined when none is due. */
  readonly take: () => Promise<T | undefined>;
  /** Does what the row asks for. @param stopping aborted when the worker stops */
  readonly work: (taken: T, stopping: AbortSignal) => Promise<void>;
  /** Logs that the rows could not be read, or one of them not worked on: it is tried again. */
  readonly onFault: (error: unknown) => void;
  /** How often to look without being woken; 5 000 by default. */
  readonly pollMillis?: number;
}

/**
 * Looks for rows soon after each commit of this process, and now and then: what another process left is found by its
 * lease, which has ended. A fault is reported, and tried again after the next pause.
 */
export function createQueueWorker<T>(options: Options<T>): QueueWorker {
  const { db, take, work, onFault, pollMillis = 5_000 } = options;
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  let stopListening: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  const next = async (): Promise<T | undefined> => (stopping.signal.aborted ? undefined : take());

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        for (let taken = await next(); taken !== undefined; taken = await next()) await work(taken, stopping.signal);
      } catch (error) {
        onFault(error);
      }
      await Promise.race([woken, pause(pollMillis, stopping.signal)]);
    }
  };

  return {
    start: () => {
      stopListening = db.onCommit(() => wake());
      running = run();
    },
    stop: async () => {
      stopListening();
      stopping.abort();
      wake();
      await running;
    },
  };
}
