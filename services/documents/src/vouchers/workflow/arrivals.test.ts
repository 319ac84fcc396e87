import { expect, it } from 'vitest';
import { createArrivals, type Pace } from './arrivals.ts';

/** Arrivals by a clock that is set. */
function clocked() {
  let now = 0;
  const arrivals = createArrivals(() => now);
  return {
    paceAt: (millis: number): Pace => {
      now = millis;
      return arrivals.pace();
    },
    comesAt: (millis: number): Pace => {
      now = millis;
      arrivals.note();
      return arrivals.pace();
    },
  };
}

it('four vouchers within half a second are a pile, until half a second has passed since they came', () => {
  const { comesAt, paceAt } = clocked();
  expect(paceAt(0)).toBe('few');
  expect([100, 200, 300].map(comesAt)).toEqual(['few', 'few', 'few']);
  expect(comesAt(599)).toBe('pile');
  expect(paceAt(600)).toBe('few');
  // The last four count: the one at 100 no longer does.
  expect(comesAt(650)).toBe('pile');
  expect([1_200, 1_800, 2_400].map(comesAt)).toEqual(['few', 'few', 'few']);
});

it('sixteen within a fifth of a second are a flood, and then a pile until the last four are old', () => {
  const { comesAt, paceAt } = clocked();
  const paces = Array.from({ length: 16 }, (_, index) => comesAt(1_000 + 13 * index));
  expect(paces.slice(3, 15)).toEqual(Array(12).fill('pile'));
  expect(paces[15]).toBe('flood');
  expect(paceAt(1_199)).toBe('flood');
  expect(paceAt(1_200)).toBe('pile');
  // The thirteenth came at 1 156.
  expect(paceAt(1_655)).toBe('pile');
  expect(paceAt(1_656)).toBe('few');
});

it('files that are dropped at once are a pile', () => {
  const { comesAt } = clocked();
  expect(Array.from({ length: 15 }, () => comesAt(1_000)).at(-1)).toBe('pile');
});
