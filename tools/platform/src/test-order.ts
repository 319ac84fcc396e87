import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import type { PlannedTask } from './turbo.ts';

/** A package whose tests are so large a part of the text of all tests begins before the others. */
const LONG = 1 / 20;

/** Bytes of the test files of a package: how long they take is not known before they have run. */
export function testBytesOf(folder: string): number {
  const cwd = join(ROOT, folder);
  return globSync('{src,test}/**/*.test.ts', { cwd }).reduce((sum, file) => sum + statSync(join(cwd, file)).size, 0);
}

/**
 * The packages with much to test, the largest first, and all others. By itself turbo begins with what others depend on
 * and ends with the services, of which the longest then runs alone on half a machine. What is replayed takes no time
 * and is among the others.
 */
export function splitByLength<T extends Pick<PlannedTask, 'folder' | 'isCached'>>(
  tasks: readonly T[],
  bytesOf: (folder: string) => number = testBytesOf,
): { readonly long: readonly T[]; readonly others: readonly T[] } {
  const sized = tasks.map((task) => ({ task, bytes: task.isCached ? 0 : bytesOf(task.folder) }));
  const limit = LONG * sized.reduce((sum, { bytes }) => sum + bytes, 0);
  const isLong = ({ bytes }: { readonly bytes: number }): boolean => bytes > 0 && bytes >= limit;
  return {
    long: sized
      .filter(isLong)
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ task }) => task),
    others: sized.filter((each) => !isLong(each)).map(({ task }) => task),
  };
}

/**
 * Works on what waits in queues, with one item at a time in each lane.
 * @param lanes the queues of each: it takes the first item of the first that has one left, and ends when none has
 */
export async function inLanes<T>(lanes: readonly (readonly T[][])[], work: (item: T) => Promise<void>): Promise<void> {
  const next = (queues: readonly T[][]): T | undefined => queues.find((queue) => queue.length > 0)?.shift();
  const lane = async (queues: readonly T[][]): Promise<void> => {
    for (let item = next(queues); item !== undefined; item = next(queues)) await work(item);
  };
  await Promise.all(lanes.map(lane));
}
