import { decimal, sum } from '@app/money';
import { describe, expect, it } from 'vitest';
import { type Depreciable, planMonths } from './plan.ts';

const straight: Depreciable = {
  method: 'STRAIGHT_LINE',
  lifeMonths: 36,
  rate: decimal('30.00'),
  acquisitionDate: '2026-02-28',
  retirementDate: null,
  isOnAssetAccount: false,
};
const cost = (amount: string, month = '2026-02-01') => ({
  movements: [{ month, onAsset: decimal(amount), onAccumulated: decimal('0') }],
  booked: new Map(),
  lockedUntil: null,
});
const amounts = (months: ReturnType<typeof planMonths>) => months.map(({ amount }) => amount.toFixed(2));

describe('the straight line', () => {
  it('counts the month of acquisition whole, and the last month takes the rest [AST-R66]', () => {
    const months = planMonths(straight, cost('1000.00'), '2031-12-31');
    expect([months[0]!.month, months.length, months.at(-1)!.month]).toEqual(['2026-02-01', 36, '2029-01-01']);
    expect(amounts(months)).toEqual([...Array.from({ length: 35 }, () => '27.78'), '27.70']);
  });

  it.each(['0.01', '0.05', '1.00', '999.99', '123456.78', '9999999999.99'])(
    'sums to a cost of %s to the last øre and never takes the book value below zero [AST-R37]',
    (amount) => {
      const months = planMonths(straight, cost(amount), '2040-12-31');
      expect(sum(months.map((one) => one.amount)).toFixed(2)).toBe(amount);
      expect(months.every((one) => one.amount.greaterThan(decimal('0')))).toBe(true);
    },
  );

  it('gives nothing for months that are booked, locked or after retirement', () => {
    const books = { ...cost('3600.00'), booked: new Map([['2026-03-01', decimal('100')]]), lockedUntil: '2026-02-28' };
    const asset = { ...straight, retirementDate: '2026-05-10' };
    expect(planMonths(asset, books, '2026-12-31').map(({ month }) => month)).toEqual(['2026-04-01', '2026-05-01']);
    expect(planMonths(straight, cost('-5.00'), '2026-12-31')).toEqual([]);
  });
});

describe('the declining balance', () => {
  const declining: Depreciable = { ...straight, method: 'DECLINING_BALANCE', acquisitionDate: '2025-11-01' };

  it('takes a twelfth of the rate of the cost in the first year, then of the book value at the start of the year', () => {
    const months = planMonths(declining, cost('12000.00', '2025-11-01'), '2026-03-31');
    // 30 % of 12 000 is 3 600 a year, 300 a month; of 11 400 it is 285 a month.
    expect(amounts(months)).toEqual(['300.00', '300.00', '285.00', '285.00', '285.00']);
  });

  it('never takes the book value below zero, and nothing where the class has no rate [AST-R37]', () => {
    const months = planMonths(declining, cost('100.00', '2025-11-01'), '2090-12-31');
    expect(sum(months.map((one) => one.amount)).lessThanOrEqualTo(decimal('100'))).toBe(true);
    expect(planMonths({ ...declining, rate: null }, cost('100.00'), '2027-12-31')).toEqual([]);
  });
});

it('a class written down on its asset account keeps its cost as the base', () => {
  const books = {
    movements: [
      { month: '2026-02-01', onAsset: decimal('3600.00'), onAccumulated: decimal('0') },
      { month: '2026-02-01', onAsset: decimal('-100.00'), onAccumulated: decimal('0') },
    ],
    booked: new Map([['2026-02-01', decimal('100.00')]]),
    lockedUntil: null,
  };
  expect(amounts(planMonths({ ...straight, isOnAssetAccount: true }, books, '2026-04-30'))).toEqual([
    '100.00',
    '100.00',
  ]);
});
