import { expect, it } from 'vitest';
import { locate } from './buckets.ts';

const day = (n: number, lines: number, isComplete = true) => ({
  from: `2026-01-0${n}`,
  to: `2026-01-0${n}`,
  lines,
  isComplete,
});
const days = [day(1, 3), day(2, 0), day(3, 2), day(4, 5)];

it.each([
  [0, 1, { from: '2026-01-01', to: '2026-01-01', skip: 0, isComplete: true }],
  [0, 3, { from: '2026-01-01', to: '2026-01-01', skip: 0, isComplete: true }],
  [2, 2, { from: '2026-01-01', to: '2026-01-03', skip: 2, isComplete: true }],
  [3, 2, { from: '2026-01-03', to: '2026-01-03', skip: 0, isComplete: true }],
  [4, 2, { from: '2026-01-03', to: '2026-01-04', skip: 1, isComplete: true }],
  [9, 100, { from: '2026-01-04', to: '2026-01-04', skip: 4, isComplete: true }],
  [10, 1, undefined],
])('lines from %i, %i of them', (offset, size, expected) => expect(locate(days, offset, size)).toEqual(expected));

it('any page of any size lies in its dates', () => {
  const all = days.flatMap(({ from, lines }) => Array<string>(lines).fill(from));
  for (let size = 1; size <= 11; size++)
    for (let offset = 0; offset < 10; offset++) {
      const place = locate(days, offset, size)!;
      const inside = all.filter((date) => date >= place.from && date <= place.to);
      expect(inside.slice(place.skip, place.skip + size), `${offset} ${size}`).toEqual(
        all.slice(offset, offset + size),
      );
    }
});

it('is complete when each of the dates it spans is, whatever is left out before and after', () => {
  const some = [day(1, 3, false), day(2, 3), day(3, 3), day(4, 0, false), day(5, 3), day(6, 3, false)];
  const isComplete = (offset: number, size: number) => locate(some, offset, size)?.isComplete;
  expect([
    isComplete(0, 1),
    isComplete(2, 2),
    isComplete(3, 6),
    isComplete(3, 7),
    isComplete(9, 3),
    isComplete(9, 4),
  ]).toEqual([false, false, true, false, true, false]);
});
