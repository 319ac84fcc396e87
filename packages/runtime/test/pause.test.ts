import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { pause } from '../src/pause.ts';

/** Longer than any test waits: a pause of this length ends by something else than its time. */
const LONG = 600_000;

/** Timers that keep the process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('a pause', () => {
  it('lasts its time, and leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const began = performance.now();
    const paused = pause(50, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await paused;
    // A timer may fire a millisecond early by the finer clock.
    expect(performance.now() - began).toBeGreaterThan(48);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends without an error when it is stopped, and leaves no timer behind', async () => {
    const before = timers();
    const stopping = new AbortController();
    const paused = pause(LONG, stopping.signal);
    expect(timers()).toBe(before + 1);
    stopping.abort(new Error('the process stops'));
    await paused;
    expect(timers()).toBe(before);
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  it('is none when it was stopped before', async () => {
    await pause(LONG, AbortSignal.abort());
  });
});
