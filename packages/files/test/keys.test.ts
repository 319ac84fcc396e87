import { expect, it } from 'vitest';
import { newKey } from '../src/keys.ts';

it('a thousand keys that are made one after the other share a folder, then comes another, and none comes twice', () => {
  const keys = Array.from({ length: 3_000 }, () => newKey(7));
  expect(new Set(keys).size).toBe(keys.length);
  const counts = new Map<string, number>();
  for (const key of keys) {
    const folder = key.slice(0, key.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  // The first and the last may have begun before, or end after these.
  const whole = [...counts.values()].slice(1, -1);
  expect(whole).toEqual(whole.length === 2 ? [1_000, 1_000] : [1_000]);
});
