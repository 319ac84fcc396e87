import type { cpus } from 'node:os';
import { watchRest } from '@app/runtime';
import { expect, it, vi } from 'vitest';
import { inQuietTime } from '../src/quiet-time.ts';

const lookMillis = 20;
/** A machine that nobody else uses. */
const times = { idle: 0, user: 0, nice: 0, sys: 0, irq: 0 };
const unused = () => {
  times.idle += 20;
  return [{ times: { ...times } }];
};
const isTime = watchRest(unused as typeof cpus);
const never = new AbortController().signal;
const throwing = (error: unknown): never => {
  throw error;
};

/** Uses all the time of this process until it is stopped. */
function keepBusy(): () => void {
  let isBusy = true;
  const work = (): void => {
    const until = performance.now() + 5;
    while (performance.now() < until);
    if (isBusy) setImmediate(work);
  };
  work();
  return () => {
    isBusy = false;
  };
}

it('pieces are done one after the other, once, when there is little to do', async () => {
  const done: string[] = [];
  inQuietTime([() => done.push('a'), () => done.push('b')], { stopping: never, failed: throwing, lookMillis, isTime });
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual(['a', 'b']);
  let looks = 0;
  inQuietTime([() => looks++, () => looks++, () => looks++], { stopping: never, failed: throwing, lookMillis, isTime });
  await expect.poll(() => looks).toBe(3);
  expect(done).toEqual(['a', 'b']);
});

it('a busy process is left alone until it has time', async () => {
  const stop = keepBusy();
  let isDone = false;
  const piece = () => {
    isDone = true;
  };
  let looks = 0;
  const counting = setInterval(() => looks++, lookMillis);
  inQuietTime([piece], { stopping: never, failed: throwing, lookMillis, isTime });
  await expect.poll(() => looks).toBeGreaterThan(5);
  expect(isDone).toBe(false);
  stop();
  clearInterval(counting);
  await expect.poll(() => isDone).toBe(true);
});

it('a piece that fails is reported and the others are done', async () => {
  const failed = vi.fn();
  let isDone = false;
  const pieces = [
    () => throwing(new Error('broken')),
    () => {
      isDone = true;
    },
  ];
  inQuietTime(pieces, { stopping: never, failed, lookMillis, isTime });
  await expect.poll(() => isDone).toBe(true);
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
});

it('nothing is begun once the process stops', async () => {
  const stopping = new AbortController();
  const piece = vi.fn();
  inQuietTime([piece], { stopping: stopping.signal, failed: throwing, lookMillis, isTime });
  stopping.abort();
  let looks = 0;
  inQuietTime([() => looks++, () => looks++], { stopping: never, failed: throwing, lookMillis, isTime });
  await expect.poll(() => looks).toBe(2);
  expect(piece).not.toHaveBeenCalled();
});
