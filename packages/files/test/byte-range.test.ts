import { expect, it } from 'vitest';
import { byteRangeOf } from '../src/byte-range.ts';

it.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=2-4', { first: 2, last: 4 }],
  ['bytes=5-', { first: 5, last: 9 }],
  ['bytes=5-99', { first: 5, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=10-', undefined],
  ['bytes=4-2', undefined],
  ['bytes=-0', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=1e1-', undefined],
  ['lines=0-1', undefined],
  ['', undefined],
  [undefined, undefined],
])('of ten bytes %s asks for %o', (header, range) => {
  expect(byteRangeOf(header, 10)).toEqual(range);
});
