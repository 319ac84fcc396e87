import { decimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { completeCurrency } from './currency.ts';
import type { LineRequest } from './journal-entry.ts';

const line = (more: Partial<LineRequest>): LineRequest => ({
  postingDate: '2026-03-14',
  debit: '0',
  credit: '0',
  ...more,
});
const complete = (more: Partial<LineRequest>) => completeCurrency(line(more), 'NOK', 'lines.0');
const eur = { currencyCode: 'EUR' };

describe('completing the foreign side of a line', () => {
  it.each([
    [
      'own currency',
      { debit: '100' },
      { currencyCode: 'NOK', debitFc: '100.00', creditFc: '0.00', exchangeRate: '1.000000' },
    ],
    [
      'own currency named',
      { credit: '1.5', currencyCode: 'NOK', creditFc: '1.50' },
      { debitFc: '0.00', creditFc: '1.50', exchangeRate: '1.000000' },
    ],
    ['rate from amounts', { debit: '100.00', debitFc: '9.00', ...eur }, { debitFc: '9.00', exchangeRate: '11.111111' }],
    [
      'amount from rate',
      { credit: '100.00', exchangeRate: '11.25', ...eur },
      { creditFc: '8.89', exchangeRate: '11.250000' },
    ],
    ['zero counts as left out', { debit: '100.00', debitFc: '0.00', exchangeRate: '10', ...eur }, { debitFc: '10.00' }],
    [
      'zero on the other side is nothing',
      { debit: '100.00', creditFc: '0', exchangeRate: '10', ...eur },
      { debitFc: '10.00', creditFc: '0.00' },
    ],
    [
      'exchange difference',
      { debit: '3.00', exchangeRate: '11.25', isExchangeDifference: true, ...eur },
      { debitFc: '0.00', exchangeRate: '11.250000' },
    ],
  ])('%s', (_, given, expected) => expect(complete(given)).toMatchObject(expected));

  it.each([
    ['neither amount nor rate', { debit: '1.00', ...eur }, 'lines.0.exchange_rate'],
    ['amount on the other side', { debit: '1.00', creditFc: '1.00', exchangeRate: '1', ...eur }, 'lines.0.credit_fc'],
    ['own currency, other amount', { debit: '1.00', debitFc: '2.00' }, 'lines.0.debit_fc'],
    ['own currency, other rate', { credit: '1.00', exchangeRate: '2' }, 'lines.0.exchange_rate'],
    ['product off', { debit: '1.02', debitFc: '1.00', exchangeRate: '1', ...eur }, 'lines.0.exchange_rate'],
    ['rate that rounds to nothing', { debit: '0.01', debitFc: '9999999999999.99', ...eur }, 'lines.0.debit_fc'],
    ['rate too large', { debit: '9999999999999.99', debitFc: '0.01', ...eur }, 'lines.0.debit_fc'],
  ])('refuses: %s', (_, given, field) => expect(complete(given)).toMatchObject([{ field }]));

  it('what is derived always fits when it is sent back: a rate from two amounts, a foreign amount from a rate [JEX-R43]', () => {
    let state = 12_345;
    const below = (n: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state % n;
    };
    const amount = () => `${below(10 ** (1 + below(9)))}.${String(1 + below(99)).padStart(2, '0')}`;
    const rate = () => `${below(10 ** (1 + below(7)))}.${String(1 + below(999_999)).padStart(6, '0')}`;
    for (let i = 0; i < 4_000; i++) {
      const given = i % 2 ? { debit: amount(), debitFc: amount() } : { debit: amount(), exchangeRate: rate() };
      const first = complete({ ...given, ...eur });
      if (!('exchangeRate' in first)) continue;
      expect(decimal(first.exchangeRate).isPositive()).toBe(true);
      const { debitFc, exchangeRate } = first;
      expect(complete({ debit: given.debit, debitFc, exchangeRate, ...eur }), JSON.stringify(given)).toEqual(first);
    }
  });

  // The three bounds: one minor unit, half a minor unit of the foreign amount, half a step of the rate.
  it.each([
    ['100.01', '100.00', '1', true],
    ['100.02', '100.00', '1', false],
    ['100.05', '10.00', '10', true],
    ['100.06', '10.00', '10', false],
    ['1000000.50', '1000000.00', '1', true],
    ['1000000.51', '1000000.00', '1', false],
  ])('base %s, foreign %s at %s: fits %s [JEX-R43]', (debit, debitFc, exchangeRate, fits) =>
    expect('exchangeRate' in complete({ debit, debitFc, exchangeRate, ...eur })).toBe(fits),
  );
});
