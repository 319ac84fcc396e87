import { describe, expect, it } from 'vitest';
import { findImbalance } from './balance.ts';
import type { LineRequest } from './journal-entry.ts';
import { completeLines } from './lines.ts';

const line = (debit: string, credit: string, more: Partial<LineRequest> = {}): LineRequest => ({
  postingDate: '2026-03-14',
  accountCode: '6300',
  debit,
  credit,
  ...more,
});

const fieldsOf = (requests: readonly LineRequest[]) => completeLines(requests, 'NOK').faults.map(({ field }) => field);

describe('completing lines', () => {
  it('gives positions as line ids and sorts by line id; faults keep the place in the request', () => {
    const { lines, faults } = completeLines(
      [line('1', '0', { lineId: 5 }), line('0', '1'), line('1', '1', { lineId: 1 })],
      'NOK',
    );
    expect(lines.map(({ lineId, position }) => [lineId, position])).toEqual([
      [1, 2],
      [2, 1],
      [5, 0],
    ]);
    expect(faults.map(({ field }) => field)).toEqual(['lines.2.debit']);
  });

  it('prints every amount with its decimals', () => {
    const [completed] = completeLines(
      [line('1', '0', { quantity: '2.5', taxBaseAmount: '1', taxAmount: '0.2' })],
      'NOK',
    ).lines;
    expect(completed).toMatchObject({
      debit: '1.00',
      credit: '0.00',
      quantity: '2.500000',
      taxBaseAmount: '1.00',
      taxAmount: '0.20',
    });
  });

  it('finds every fault of every line', () => {
    expect(
      fieldsOf([
        line('0', '0', { lineId: 2, taxForLine: 9 }),
        line('1', '0', {
          currencyCode: 'EUR',
          dimensions: [
            { relationType: 'item', relationId: 1 },
            { relationType: 'item', relationId: 2 },
          ],
        }),
      ]),
    ).toEqual([
      'lines.1.line_id',
      'lines.0.debit',
      'lines.0.tax_for_line',
      'lines.1.dimensions.1',
      'lines.1.exchange_rate',
    ]);
  });

  it('an empty tax code or account code is none', () => {
    expect(
      completeLines([line('1', '0', { taxCode: '', accountCode: '', accountId: 5 })], 'NOK').lines[0],
    ).toMatchObject({
      taxCode: null,
      accountCode: null,
    });
  });
});

describe('balance', () => {
  const on = (postingDate: string, debit: string, credit: string) => ({ postingDate, debit, credit });

  it('is exact: ten times 0.10 is 1.00', () => {
    const tenths = Array.from({ length: 10 }, () => on('2026-03-14', '0.10', '0'));
    expect(findImbalance([...tenths, on('2026-03-14', '0', '1.00')], false)).toEqual([]);
    expect(findImbalance([...tenths, on('2026-03-14', '0', '1.01')], false)).toHaveLength(1);
  });

  it('holds per date for what is posted, in total for a draft', () => {
    const lines = [on('2026-03-14', '1.00', '0'), on('2026-03-15', '0', '1.00')];
    expect(findImbalance(lines, true)).toEqual([]);
    expect(findImbalance(lines, false).map(({ message }) => message)).toEqual([
      expect.stringContaining('on 2026-03-14: debit 1.00, credit 0.00'),
      expect.stringContaining('on 2026-03-15: debit 0.00, credit 1.00'),
    ]);
  });
});
