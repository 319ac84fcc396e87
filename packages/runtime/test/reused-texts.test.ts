import { afterEach, expect, it, vi } from 'vitest';
import { reuseTexts } from '../src/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Texts that say how many were signed before them. */
function counting(size: number) {
  const reused = reuseTexts(size);
  let signed = 0;
  return (name: string): string =>
    reused(name, () => {
      signed += 1;
      return `${name} ${signed}`;
    });
}

it('a text is shown again for 20 seconds of the wall clock, counted from its signature', () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  const text = counting(10);
  expect(text('a')).toBe('a 1');
  vi.setSystemTime(1_000_000 + 19_000);
  expect(text('a')).toBe('a 1');
  vi.setSystemTime(1_000_000 + 20_001);
  expect(text('a')).toBe('a 2');
});

it('the one that was used longest ago leaves first', () => {
  const text = counting(2);
  for (const name of ['a', 'b', 'a', 'c']) text(name);
  expect(text('a')).toBe('a 1');
  expect(text('c')).toBe('c 3');
  expect(text('b')).toBe('b 4');
});
