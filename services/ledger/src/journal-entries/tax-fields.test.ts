import { expect, it } from 'vitest';
import type { LineRequest } from './journal-entry.ts';
import { completeLines } from './lines.ts';

const line = (more: Partial<LineRequest> = {}): LineRequest => ({
  postingDate: '2026-03-14',
  accountCode: '6300',
  debit: '100.00',
  credit: '0',
  ...more,
});

const faultsOf = (...lines: readonly LineRequest[]) =>
  completeLines(lines, 'NOK').faults.map(({ field, message }) => `${field} ${message}`);

it.each([
  ['an amount without a code', [line({ taxAmount: '25.00' })], 'lines.0.tax_amount is not taken without a tax_code'],
  [
    'a base without a code',
    [line({ taxBaseAmount: '0.00' })],
    'lines.0.tax_base_amount is not taken without a tax_code',
  ],
  [
    'a foreign amount without a code',
    [line({ taxAmountFc: '25.00' })],
    'lines.0.tax_amount_fc is not taken without a tax_code',
  ],
  [
    'a foreign base without a code',
    [line({ taxBaseAmountFc: '25.00' })],
    'lines.0.tax_base_amount_fc is not taken without a tax_code',
  ],
  ['an empty code', [line({ taxCode: '', taxAmount: '25.00' })], 'lines.0.tax_amount is not taken without a tax_code'],
  [
    'an amount without a code on a tax line',
    [line(), line({ taxLine: true, taxForLine: 1, taxAmount: '1' })],
    'lines.1.tax_amount is not',
  ],
  [
    'a tax line for no line',
    [line(), line({ taxLine: true })],
    'lines.1.tax_for_line is required when tax_line is true',
  ],
  [
    'a tax line for itself',
    [line(), line({ taxLine: true, taxForLine: 2 })],
    'lines.1.tax_for_line is 2, which is this line itself',
  ],
  ['a line for itself', [line({ lineId: 7, taxForLine: 7 })], 'lines.0.tax_for_line is 7, which is this line itself'],
  [
    'a tax line for a tax line',
    [line(), line({ taxLine: true, taxForLine: 1 }), line({ taxLine: true, taxForLine: 2 })],
    'lines.2.tax_for_line is 2, which is a tax line itself',
  ],
  [
    'a base above the line',
    [line({ taxCode: '1', taxBaseAmount: '100.01' })],
    'lines.0.tax_base_amount is 100.01, which is more than',
  ],
  [
    'a base above a credit line',
    [line({ debit: '0', credit: '9.00', taxCode: '3', taxBaseAmount: '10' })],
    "lines.0.tax_base_amount is 10.00, which is more than the line's amount, 9.00",
  ],
])('%s is refused [JEX-R48]', (_, lines, fault) =>
  expect(faultsOf(...lines)).toEqual([expect.stringContaining(fault)]),
);

it('what fits together is taken', () => {
  expect(
    faultsOf(
      line({ taxCode: '1', taxBaseAmount: '100.00', taxAmount: '25.00' }),
      line({ debit: '25.00', taxLine: true, taxForLine: 1, taxCode: '1', taxBaseAmount: '100.00', taxAmount: '25.00' }),
      line({ debit: '25.00', taxLine: true, taxForLine: 1 }),
      line({ taxLine: false, taxForLine: null }),
    ),
  ).toEqual([]);
});
