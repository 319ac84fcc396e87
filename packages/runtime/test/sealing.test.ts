import { expect, it } from 'vitest';
import { createSealer } from '../src/index.ts';

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
];
const plain = Buffer.from('hemmelig');

it('what an earlier key sealed is opened, and what is sealed now is under the present one, which it names', () => {
  const old = createSealer(first).seal(plain);
  const both = createSealer(second, [third, first]);
  expect(both.open(old)).toEqual(plain);
  expect(both.isCurrent(old)).toBe(false);
  const renewed = both.seal(both.open(old));
  expect(both.isCurrent(renewed)).toBe(true);
  expect(createSealer(second).open(renewed)).toEqual(plain);
  expect(createSealer(second).isCurrent(createSealer(second).seal(plain))).toBe(true);
  expect(() => createSealer(first).open(renewed)).toThrow(/not known/);
  expect(() => createSealer(second).open(old)).toThrow(/not known/);
});

it('with one key the form is the one that earlier releases read', () => {
  expect(createSealer(first).seal(plain)[0]).toBe(1);
});

it('a changed value is refused, by whichever key', () => {
  const sealer = createSealer(second, [first]);
  for (const sealed of [createSealer(first).seal(plain), sealer.seal(plain)]) {
    sealed[sealed.length - 1]! ^= 1;
    expect(() => sealer.open(sealed)).toThrow();
  }
  expect(() => sealer.open(Buffer.alloc(40, 9))).toThrow(/known form/);
});

it('digests of old are among those of the known keys', () => {
  const sealer = createSealer(second, [first]);
  expect(sealer.digest('x')).toEqual(createSealer(second).digest('x'));
  expect(sealer.digests('x')).toEqual([createSealer(second).digest('x'), createSealer(first).digest('x')]);
});
