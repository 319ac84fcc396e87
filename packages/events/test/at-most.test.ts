import { setTimeout as elapse } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { atMost } from '../src/at-most.ts';

/** Longer than any test waits: a wait of this length ends by something else than its time. */
const LONG = 600_000;

/** Timers that keep the process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it('waiting at most so long ends with the work, and leaves no timer behind that keeps a process alive', async () => {
  const before = timers();
  const work = Promise.withResolvers<string>();
  const waited = atMost(LONG, work.promise);
  expect(timers()).toBe(before + 1);
  work.resolve('done');
  await waited;
  expect(timers()).toBe(before);
});

it('waiting at most so long ends after its time when the work does not', async () => {
  const began = performance.now();
  await atMost(50, new Promise(() => {}));
  // A timer may fire a millisecond early by the finer clock.
  expect(performance.now() - began).toBeGreaterThan(48);
});

it('waiting at most so long fails as the work does, and leaves no timer behind', async () => {
  const before = timers();
  await expect(atMost(LONG, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(timers()).toBe(before);
});

it('work that fails after the wait for it is over does not end the process', async () => {
  const work = Promise.withResolvers<void>();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    await atMost(1, work.promise);
    work.reject(new Error('too late'));
    // Node reports an unhandled rejection at the end of a turn.
    await elapse(10);
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});
