import { describe, expect, it } from 'vitest';
import {
  addMoney,
  allocate,
  Decimal,
  decimal,
  format,
  formatMoney,
  formatRate,
  roundMoney,
  sum,
} from '../src/index.ts';

/** A small generator, so that a failing case comes back with its seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const randomMoney = (next: () => number): string =>
  `${next() < 0.5 ? '-' : ''}${Math.floor(next() * 10 ** Math.floor(next() * 13))}.${String(Math.floor(next() * 100)).padStart(2, '0')}`;

describe('rounding', () => {
  it.each([
    ['0.005', '0.01'],
    ['-0.005', '-0.01'],
    ['2.5', '2.50'],
    ['1.115', '1.12'],
    ['-1.115', '-1.12'],
    ['-0.001', '0.00'],
    ['0', '0.00'],
    ['9999999999999.995', '10000000000000.00'],
  ])('%s is %s', (value, expected) => expect(formatMoney(decimal(value))).toBe(expected));

  it('goes away from zero on a half, whatever the sign', () => {
    expect(format(decimal('-2.5'), 0)).toBe('-3');
    expect(format(decimal('2.5'), 0)).toBe('3');
  });

  it('is the mirror of itself for the other sign', () => {
    const next = numbersFrom(7);
    for (let i = 0; i < 500; i++) {
      const value = decimal(`${Math.floor(next() * 1e6)}.${String(Math.floor(next() * 1e6)).padStart(6, '0')}`);
      expect(roundMoney(value.neg()).equals(roundMoney(value).neg())).toBe(true);
    }
  });
});

describe('reading', () => {
  it.each(['', ' 1', '1e3', 'NaN', 'Infinity', '1,5', '0x10', '1.', '.5', '+1', '１'])('refuses %j', (text) =>
    expect(() => decimal(text)).toThrow(RangeError),
  );

  it('keeps every digit', () =>
    expect(decimal('123456789012345678901234567890.123456789012').toFixed()).toBe(
      '123456789012345678901234567890.123456789012',
    ));

  it('never prints an exponent', () => {
    expect(formatRate(decimal('0.000001'))).toBe('0.000001');
    expect(decimal('0.000000000001').toString()).toBe('0.000000000001');
    expect(decimal('1000000000000000000000000000000').toString()).not.toContain('e');
  });
});

describe('sums', () => {
  it('do not depend on the order, and equal the sum of minor units', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const next = numbersFrom(seed);
      const amounts = Array.from({ length: 200 }, () => randomMoney(next));
      const minorUnits = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '')), 0n);
      const expected = formatMoney(new Decimal(minorUnits.toString()).div(100));
      expect(addMoney(...amounts), `seed ${seed}`).toBe(expected);
      expect(addMoney(...amounts.reverse()), `seed ${seed}`).toBe(expected);
    }
  });
});

describe('allocating', () => {
  it('100.00 by three is 33.33, 33.34, 33.33', () => {
    const parts = allocate(
      decimal('100.00'),
      [1, 1, 1].map((weight) => new Decimal(weight)),
    );
    expect(parts.map(formatMoney)).toEqual(['33.33', '33.34', '33.33']);
  });

  it('adds up to the total, to the last øre', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const next = numbersFrom(seed);
      const total = decimal(randomMoney(next));
      const weights = Array.from(
        { length: 1 + Math.floor(next() * 20) },
        () => new Decimal(1 + Math.floor(next() * 1000)),
      );
      expect(sum(allocate(total, weights)).equals(total), `seed ${seed}`).toBe(true);
    }
  });

  it('refuses weights that divide nothing', () => {
    expect(() => allocate(decimal('1.00'), [])).toThrow(RangeError);
    expect(() => allocate(decimal('1.00'), [decimal('-1'), decimal('2')])).toThrow(RangeError);
  });
});
