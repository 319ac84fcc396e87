import { setTimeout as elapse, setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueueWorker, type Database, type QueueWorker } from '../src/index.ts';

const workers: QueueWorker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

/** A worker over rows in memory, and what commits do to it. */
function workOn(
  rows: number[],
  options: {
    readonly share?: number;
    readonly followsCommits?: boolean;
    readonly work?: (row: number) => Promise<void>;
  } = {},
) {
  const listeners = new Set<() => void>();
  const seen = { looks: 0, worked: [] as number[] };
  const db = {
    onCommit: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Database;
  const worker = createQueueWorker<number>({
    db,
    take: async () => {
      seen.looks += 1;
      return rows.shift();
    },
    work: async (row) => {
      await options.work?.(row);
      seen.worked.push(row);
    },
    onFault: (error) => expect.unreachable(String(error)),
    pollMillis: 3_600_000,
    ...(options.share === undefined ? {} : { share: options.share }),
    ...(options.followsCommits === undefined ? {} : { followsCommits: options.followsCommits }),
  });
  workers.push(worker);
  const commit = (): void => {
    for (const listener of listeners) listener();
  };
  return { worker, seen, commit };
}

it('a swarm of commits is followed by few looks, and what it left is found', async () => {
  const rows: number[] = [];
  const { worker, seen, commit } = workOn(rows);
  worker.start();
  const began = performance.now();
  for (let n = 1; n <= 200; n++) {
    await nextTurn();
    commit();
  }
  // A worker that looks at each commit has looked 200 times, however long that took.
  expect(seen.looks).toBeLessThanOrEqual(2 + (performance.now() - began) / 50);
  rows.push(7);
  commit();
  await vi.waitFor(() => expect(seen.worked).toEqual([7]), { timeout: 60_000 });
});

it('a worker whose rows are due later looks when it is woken, and behind no commit', async () => {
  const rows: number[] = [];
  const { worker, seen, commit } = workOn(rows, { followsCommits: false });
  worker.start();
  await vi.waitFor(() => expect(seen.looks).toBe(1), { timeout: 60_000 });
  rows.push(7);
  commit();
  // Longer than a worker takes that is woken.
  await elapse(300);
  expect(seen.looks).toBe(1);
  worker.wake();
  await vi.waitFor(() => expect(seen.worked).toEqual([7]), { timeout: 60_000 });
});

it('who works for a part of the time rests after each row, and a stop ends the rest', async () => {
  const began: number[] = [];
  const worked: number[] = [];
  const { worker, seen } = workOn([1, 2, 3, 4], {
    share: 0.25,
    work: async () => {
      began.push(performance.now());
      await elapse(10);
      worked.push(performance.now() - began.at(-1)!);
    },
  });
  worker.start();
  await vi.waitFor(() => expect(seen.worked).toHaveLength(4), { timeout: 60_000 });
  // The last row is worked on after three others, and three rests of three times that or of five seconds.
  const before = worked.slice(0, 3).reduce((sum, millis) => sum + millis + Math.min(3 * millis, 5_000), 0);
  expect(began.at(-1)! - began[0]!).toBeGreaterThan(before - 10);
  await worker.stop();
});
