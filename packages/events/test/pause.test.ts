import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atMost, pause } from '../src/pause.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whether it is over, without waiting for it. */
function watch(promise: Promise<void>): { isOver: boolean } {
  const watched = { isOver: false };
  void promise.then(() => {
    watched.isOver = true;
  });
  return watched;
}

describe('a pause', () => {
  it('lasts its time', async () => {
    const watched = watch(pause(100, new AbortController().signal));
    await vi.advanceTimersByTimeAsync(99);
    expect(watched.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.isOver).toBe(true);
  });

  it('ends when it is stopped, and is none when it was before', async () => {
    const stopping = new AbortController();
    const paused = pause(100, stopping.signal);
    stopping.abort();
    await paused;
    await pause(100, stopping.signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const paused = pause(100, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    await paused;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('waiting at most so long', () => {
  it('ends with the work, and leaves no timer behind that keeps a process alive', async () => {
    const work = Promise.withResolvers<string>();
    const watched = watch(atMost(2_000, work.promise));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(watched.isOver).toBe(false);
    work.resolve('done');
    await vi.advanceTimersByTimeAsync(0);
    expect(watched.isOver).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends after its time when the work does not', async () => {
    const watched = watch(atMost(2_000, new Promise(() => {})));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(watched.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(watched.isOver).toBe(true);
  });

  it('fails as the work does, and leaves no timer behind', async () => {
    await expect(atMost(2_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has no ear for work that fails too late: the process does not end of it', async () => {
    const work = Promise.withResolvers<void>();
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const waited = atMost(2_000, work.promise);
      await vi.advanceTimersByTimeAsync(2_000);
      await waited;
      work.reject(new Error('too late'));
      vi.useRealTimers();
      // Node tells of it at the end of a turn.
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });
});
