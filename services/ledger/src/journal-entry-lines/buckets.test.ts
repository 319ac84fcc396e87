import { expect, it } from 'vitest';
import { locate } from './buckets.ts';

const day = (n: number, lines: number) => ({ from: `2026-01-0${n}`, to: `2026-01-0${n}`, lines });
const days = [day(1, 3), day(2, 0), day(3, 2), day(4, 5)];

it.each([
  [0, 1, { from: '2026-01-01', to: '2026-01-01', skip: 0 }],
  [0, 3, { from: '2026-01-01', to: '2026-01-01', skip: 0 }],
  [2, 2, { from: '2026-01-01', to: '2026-01-03', skip: 2 }],
  [3, 2, { from: '2026-01-03', to: '2026-01-03', skip: 0 }],
  [4, 2, { from: '2026-01-03', to: '2026-01-04', skip: 1 }],
  [9, 100, { from: '2026-01-04', to: '2026-01-04', skip: 4 }],
  [10, 1, undefined],
])('lines from %i, %i of them', (offset, size, expected) => expect(locate(days, offset, size)).toEqual(expected));

it('any page of any size lies in its dates', () => {
  const all = days.flatMap(({ from, lines }) => Array<string>(lines).fill(from));
  for (let size = 1; size <= 11; size++)
    for (let offset = 0; offset < 10; offset++) {
      const place = locate(days, offset, size)!;
      const inside = all.filter((date) => date >= place.from && date <= place.to);
      expect(inside.slice(place.skip, place.skip + size), `${offset} ${size}`).toEqual(all.slice(offset, offset + size));
    }
});
