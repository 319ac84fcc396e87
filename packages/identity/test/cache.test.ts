import { expect, it, vi } from 'vitest';
import { createCache } from '../src/index.ts';

it('entries leave when they are old, or when there are too many: the least used first', async () => {
  let now = 0;
  const cache = createCache<string>({ size: 2, lifeMillis: 10, now: () => now });
  const load = vi.fn(async () => 'v');
  for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, load);
  expect(load).toHaveBeenCalledTimes(3);
  await cache.get('a', load);
  expect(load).toHaveBeenCalledTimes(3);
  await cache.get('b', load);
  expect(load).toHaveBeenCalledTimes(4);
  now = 10;
  await cache.get('b', load);
  expect(load).toHaveBeenCalledTimes(5);
});

it('a failed load is not kept and reaches everybody who waited', async () => {
  const cache = createCache<string>({ size: 2, lifeMillis: 10 });
  const fail = vi.fn(async () => Promise.reject(new Error('no')));
  const outcomes = await Promise.allSettled([cache.get('a', fail), cache.get('a', fail)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(fail).toHaveBeenCalledTimes(1);
  expect(await cache.get('a', async () => 'v')).toBe('v');
});

it('a value is used for a second after its question, and longer while its owner is known not to have changed it', async () => {
  let now = 0;
  let proven = Number.NEGATIVE_INFINITY;
  const cache = createCache<string>({ size: 2, lifeMillis: 10_000, provenAt: () => proven, now: () => now });
  const load = vi.fn(async () => 'v');
  const askedAt = async (at: number, provenAt: number): Promise<number> => {
    [now, proven] = [at, provenAt];
    await cache.get('a', load);
    return load.mock.calls.length;
  };
  expect(await askedAt(0, proven)).toBe(1);
  expect(await askedAt(999, proven)).toBe(1);
  expect(await askedAt(1_900, 950)).toBe(1);
  expect(await askedAt(9_999, 9_800)).toBe(1);
  expect(await askedAt(10_000, 9_999)).toBe(2);
  // A late beat proves nothing for now.
  expect(await askedAt(11_000, 10_000)).toBe(3);
});

it('who asks when an answer is long under way gets one of his own', async () => {
  let now = 0;
  const cache = createCache<string>({ size: 2, lifeMillis: 10_000, now: () => now });
  let answer = (_: string) => {};
  const slow = cache.get('a', () => new Promise<string>((resolve) => (answer = resolve)));
  now = 1_000;
  expect(await cache.get('a', async () => 'new')).toBe('new');
  answer('old');
  expect(await slow).toBe('old');
});

it('who asks alone waits for nobody’s answer, and nobody gets what was answered there', async () => {
  let isAlone = false;
  const cache = createCache<string>({ size: 2, lifeMillis: 10_000, asksAlone: () => isAlone });
  let answer = (_: string) => {};
  const ofOthers = cache.get('a', () => new Promise<string>((resolve) => (answer = resolve)));
  isAlone = true;
  expect(await cache.get('a', async () => 'as it will be')).toBe('as it will be');
  isAlone = false;
  answer('as it is');
  expect(await ofOthers).toBe('as it is');
  expect(await cache.get('a', async () => 'again')).toBe('as it is');
});
