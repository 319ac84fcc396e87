import { type Decimal, decimal, formatMoney, roundMoney } from '@app/money';
import type { LineShare } from './record.ts';

/** What is open on a line, signed like debit minus credit. */
export interface Remaining {
  readonly base: string;
  readonly fc: string;
  /** The line is in another currency than the books. */
  readonly isForeign: boolean;
}

const SMALLEST = decimal('0.01');

/**
 * What an amount takes of a line: in the currency that it is given in exactly, in the other one in proportion to what
 * is open, and all of it where the amount takes everything.
 * @param amount signed like the line
 * @param inForeign it is in the currency of the line, and not in that of the books
 */
export function shareOf(amount: Decimal, remaining: Remaining, inForeign: boolean): LineShare {
  if (!remaining.isForeign) return { claimAmount: formatMoney(amount), claimAmountFc: formatMoney(amount) };
  const [own, other] = inForeign ? [remaining.fc, remaining.base] : [remaining.base, remaining.fc];
  const part = inForeign ? counterpart(amount, own, other, SMALLEST) : counterpart(amount, own, other, decimal('0'));
  const [base, fc] = inForeign ? [part, amount] : [amount, part];
  return { claimAmount: formatMoney(base), claimAmountFc: formatMoney(fc) };
}

/** @param least what it is at least, whatever the proportion: the ledger claims no amount of zero */
function counterpart(amount: Decimal, own: string, other: string, least: Decimal): Decimal {
  const [whole, open] = [decimal(own), decimal(other)];
  if (amount.equals(whole) || whole.isZero()) return open;
  const part = roundMoney(open.times(amount).div(whole));
  if (part.abs().greaterThanOrEqualTo(least)) return part;
  return open.isNegative() ? least.negated() : least;
}
