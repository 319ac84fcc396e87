import { formatRate, sum } from '@app/money';
import { describe, expect, it } from 'vitest';
import { capTableOf, type Position } from './cap-table.ts';
import { shares } from './holdings.ts';

const COMPANY = 9;
const held = (holder: number, quantity: string, shareClass: Position['shareClass'] = 'ORDINARY'): Position => ({
  ...{ holder, shareClass, quantity: shares(quantity), cost: shares('0') },
});
const total = (figures: readonly ReturnType<typeof shares>[]): string => formatRate(sum(figures));

describe('percentages', () => {
  it('are of the shares outstanding, without those of the company itself [EQT-R34]', () => {
    const { classes, outstanding, treasury } = capTableOf([held(1, '60'), held(2, '20'), held(COMPANY, '20')], COMPANY);
    expect([formatRate(outstanding), formatRate(treasury)]).toEqual(['80.000000', '20.000000']);
    expect(classes[0]!.shareholders.map((one) => [one.holder, formatRate(one.percentageOfClass)])).toEqual([
      [1, '75.000000'],
      [2, '25.000000'],
    ]);
    expect(formatRate(classes[0]!.total)).toBe('100.000000');
  });

  it('of thirds add up to a hundred, in the class and in all [EQT-R25]', () => {
    const { classes } = capTableOf([held(1, '1'), held(2, '1'), held(3, '1')], COMPANY);
    const { shareholders } = classes[0]!;
    expect(shareholders.map(({ percentageOfClass }) => formatRate(percentageOfClass))).toEqual([
      '33.333333',
      '33.333334',
      '33.333333',
    ]);
    expect(total(shareholders.map(({ percentageOfClass }) => percentageOfClass))).toBe('100.000000');
  });

  it.each([1, 2, 3, 4, 5])('of random holders add up, and none is off by more than its last decimal (%i)', (seed) => {
    let state = seed;
    const next = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state;
    };
    const classes = ['ORDINARY', 'CLASS_A', 'PREFERRED'] as const;
    const positions = Array.from({ length: 97 }, (_, index) =>
      held(100 + index, `${next() % 100_000}.${String(1 + (next() % 999_999)).padStart(6, '0')}`, classes[index % 3]),
    );
    const table = capTableOf([...positions, held(COMPANY, '77.5', 'CLASS_A')], COMPANY);
    expect(total(table.classes.map(({ percentageOfTotal }) => percentageOfTotal))).toBe('100.000000');
    for (const { shareholders, percentageOfTotal, total: all, treasury } of table.classes) {
      expect(total(shareholders.map(({ percentageOfClass }) => percentageOfClass))).toBe('100.000000');
      expect(total(shareholders.map((one) => one.percentageOfTotal))).toBe(formatRate(percentageOfTotal));
      for (const { quantity, percentageOfClass } of shareholders) {
        const exact = quantity.times(100).div(all.minus(treasury));
        expect(percentageOfClass.minus(exact).abs().lessThanOrEqualTo('0.000001')).toBe(true);
      }
    }
  });

  it('of a company that has bought everything back are none', () => {
    const { classes, outstanding } = capTableOf([held(COMPANY, '5')], COMPANY);
    expect(formatRate(outstanding)).toBe('0.000000');
    expect(classes).toMatchObject([{ shareClass: 'ORDINARY', shareholders: [] }]);
    expect([formatRate(classes[0]!.total), formatRate(classes[0]!.percentageOfTotal)]).toEqual([
      '5.000000',
      '0.000000',
    ]);
  });
});

it('classes come in the order of their names in the API, shareholders by what they have', () => {
  const { classes } = capTableOf([held(3, '1', 'CLASS_B'), held(4, '2'), held(1, '5'), held(2, '5')], COMPANY);
  expect(classes.map(({ shareClass }) => shareClass)).toEqual(['ORDINARY', 'CLASS_B']);
  expect(classes[0]!.shareholders.map(({ holder }) => holder)).toEqual([1, 2, 4]);
});
