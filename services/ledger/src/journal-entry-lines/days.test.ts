import { expect, it } from 'vitest';
import { findPageStart } from './days.ts';

const days = [
  { day: '2026-01-01', lines: 3 },
  { day: '2026-01-02', lines: 0 },
  { day: '2026-01-03', lines: 2 },
];

it.each([
  [0, { day: '2026-01-01', skip: 0 }],
  [2, { day: '2026-01-01', skip: 2 }],
  [3, { day: '2026-01-03', skip: 0 }],
  [4, { day: '2026-01-03', skip: 1 }],
  [5, undefined],
])('line %i begins at %o', (offset, expected) => expect(findPageStart(days, offset)).toEqual(expected));
