import { pause } from '@app/runtime';
import type { Database } from './database.ts';

/** Works off rows of a table, one at a time in this process. */
export interface QueueWorker {
  start(): void;
  /** Rows are due: looks soon, without waiting for the next commit or poll. */
  wake(): void;
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
  /**
   * Whether each commit of this process may have made a row due, so that it is followed by a look; true by default.
   * False for rows that are due a while after their commit, and where whoever makes one due calls `wake`.
   */
  readonly followsCommits?: boolean;
  /**
   * Part of the time that it works at most, for what nobody waits for: it rests after each row, up to some seconds. 1 by
   * default.
   */
  readonly share?: number;
}

/** Looks begin at least this far apart: a busy process commits hundreds of times a second. */
const LOOK_MILLIS = 100;
const MOST_REST_MILLIS = 5_000;

/**
 * Looks for rows soon after commits of this process, or when it is woken, and now and then: what another process left is
 * found by its lease, which has ended. A fault is reported, and tried again after the next pause.
 */
export function createQueueWorker<T>(options: Options<T>): QueueWorker {
  const { db, take, work, onFault, pollMillis = 5_000, share = 1, followsCommits = true } = options;
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  let stopListening: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  const next = async (): Promise<T | undefined> => (stopping.signal.aborted ? undefined : take());

  const workOn = async (taken: T): Promise<void> => {
    const began = performance.now();
    await work(taken, stopping.signal);
    if (share >= 1) return;
    const restMillis = (performance.now() - began) * (1 / share - 1);
    await pause(Math.min(MOST_REST_MILLIS, restMillis), stopping.signal);
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        for (let taken = await next(); taken !== undefined; taken = await next()) await workOn(taken);
      } catch (error) {
        onFault(error);
      }
      await Promise.race([woken, pause(pollMillis, stopping.signal)]);
      // A commit after a rest is followed at once, one in a swarm with those that come meanwhile.
      await pause(Math.max(0, began + LOOK_MILLIS - performance.now()), stopping.signal);
    }
  };

  return {
    start: () => {
      if (followsCommits) stopListening = db.onCommit(() => wake());
      running = run();
    },
    wake: () => wake(),
    stop: async () => {
      stopListening();
      stopping.abort();
      wake();
      await running;
    },
  };
}
