import { expect, it } from 'vitest';
import { createArrivals } from './arrivals.ts';

it('four vouchers within half a second are a pile, until half a second has passed since they came', () => {
  let now = 0;
  const arrivals = createArrivals(() => now);
  const comesAt = (millis: number): boolean => {
    now = millis;
    arrivals.note();
    return arrivals.areMany();
  };
  expect([100, 200, 300].map(comesAt)).toEqual([false, false, false]);
  expect(comesAt(599)).toBe(true);
  now = 600;
  expect(arrivals.areMany()).toBe(false);
  // The last four count: the one at 100 no longer does.
  expect(comesAt(650)).toBe(true);
  expect([1_200, 1_800, 2_400].map(comesAt)).toEqual([false, false, false]);
});
