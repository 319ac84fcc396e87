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
