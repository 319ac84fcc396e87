import { type Decimal, decimal, formatMoney, roundMoney } from '@app/money';
import type { GroundTaxCode } from '../ground/ground.ts';
import type { LineTax, NewLine } from './journal-entry.ts';

const HUNDRED = decimal('100');
const ONE = decimal('1');
const ONE_PERCENT_OF_A_PERCENT = decimal('10000');
const NONE: LineTax = { taxBaseAmount: null, taxBaseAmountFc: null, taxAmount: null, taxAmountFc: null };

/**
 * Completes the tax of a line (docs/contract/journal-entries.md, "VAT"): what was not sent is computed on the line's
 * amount by the rate of the code, and into the line's currency by its exchange rate. A tax line carries what was sent
 * for it.
 */
export function taxOf(line: NewLine, code: GroundTaxCode | undefined): LineTax {
  if (line.taxBaseAmount === null && line.taxAmount === null && (!code || line.taxLine))
    return line.taxBaseAmountFc === null && line.taxAmountFc === null
      ? NONE
      : { ...NONE, taxBaseAmountFc: line.taxBaseAmountFc, taxAmountFc: line.taxAmountFc };
  const rate = rateOf(line, code);
  const base = baseOf(line, rate);
  const amount =
    line.taxAmount !== null
      ? decimal(line.taxAmount)
      : base && rate
        ? roundMoney(base.times(rate).div(HUNDRED))
        : undefined;
  return {
    taxBaseAmount: base ? formatMoney(base) : null,
    taxBaseAmountFc: line.taxBaseAmountFc ?? foreign(base, line),
    taxAmount: amount ? formatMoney(amount) : null,
    taxAmountFc: line.taxAmountFc ?? foreign(amount, line),
  };
}

/** Whether a tax amount that was sent is further from the computed one than 1.00, or 1 % where that is more. */
export function isTaxOff(line: NewLine, code: GroundTaxCode | undefined): boolean {
  const rate = rateOf(line, code);
  const base = baseOf(line, rate);
  if (line.taxAmount === null || !rate || !base) return false;
  const onePercent = base.times(rate).div(ONE_PERCENT_OF_A_PERCENT);
  const tolerance = onePercent.greaterThan(ONE) ? onePercent : ONE;
  return decimal(line.taxAmount).minus(base.times(rate).div(HUNDRED)).abs().greaterThan(tolerance);
}

const rateOf = (line: NewLine, code: GroundTaxCode | undefined): Decimal | undefined =>
  code && !line.taxLine ? code.rate : undefined;

function baseOf(line: NewLine, rate: Decimal | undefined): Decimal | undefined {
  if (line.taxBaseAmount !== null) return decimal(line.taxBaseAmount);
  return rate ? decimal(line.debit).plus(decimal(line.credit)) : undefined;
}

const foreign = (amount: Decimal | undefined, line: NewLine): string | null =>
  amount ? formatMoney(amount.div(decimal(line.exchangeRate))) : null;
