import type { FieldFault } from '@app/contract/failure';
import { type Decimal, decimal, formatMoney, formatRate, roundMoney, ZERO } from '@app/money';
import { isForeign, type Line, type Taken } from './reconciliation.ts';

/** What somebody wants to take of a line; without any amount, all that is open. */
export interface Wish {
  readonly journalEntryLineId: number;
  readonly journalEntryId?: number | null | undefined;
  readonly debit?: string | null | undefined;
  readonly credit?: string | null | undefined;
  readonly debitFc?: string | null | undefined;
  readonly creditFc?: string | null | undefined;
  readonly exchangeRate?: string | null | undefined;
}

/** Signed amounts that are taken of a line, in the accounting currency and in that of the line. */
interface Amounts {
  readonly base: Decimal;
  readonly fc: Decimal;
}

const MINOR_UNIT = decimal('0.01');
const HALF_UNIT = decimal('0.005');
const RATE_ROUNDING = decimal('0.0000005');

/**
 * Judges what is wanted of a line by the line as it stands (IRC-R13 to IRC-R16, IRC-R20, IRC-R40, IRC-R43).
 * @param prefix path of the wish in the request, `entry_lines.0`
 */
export function takeOf(line: Line | undefined, wish: Wish, prefix: string): Taken | readonly FieldFault[] {
  const fault = (field: string, message: string): readonly FieldFault[] => [{ field: `${prefix}.${field}`, message }];
  if (!line)
    return fault('journal_entry_line_id', `is ${wish.journalEntryLineId}, which the client account does not have`);
  if (wish.journalEntryId != null && wish.journalEntryId !== line.journalEntryId)
    return fault(
      'journal_entry_id',
      `is ${wish.journalEntryId}, but line ${line.id} belongs to journal entry ${line.journalEntryId}`,
    );
  if (line.state !== 'standing') return fault('journal_entry_line_id', notStanding(line));
  if (line.open.isZero()) return fault('journal_entry_line_id', `is ${line.id}, of which nothing is left to reconcile`);
  const amounts = amountsOf(line, wish, fault);
  if (!('base' in amounts)) return amounts;
  const rate = decimal(wish.exchangeRate ?? line.exchangeRate);
  if (wish.exchangeRate != null && !(isForeign(line) ? fits(amounts, rate) : rate.equals(1)))
    return fault(
      'exchange_rate',
      `does not fit: ${formatMoney(amounts.fc.abs())} at ${formatRate(rate)} is not ${formatMoney(amounts.base.abs())}; leave it out`,
    );
  return {
    journalEntryId: line.journalEntryId,
    journalEntryLineId: line.id,
    ...sidesOf(amounts),
    exchangeRate: formatRate(rate),
  };
}

/** Why a line cannot be reconciled: only those of posted entries that stand can. */
function notStanding({ id, state }: Line): string {
  if (state === 'draft') return `is ${id}, a line of a draft`;
  return state === 'cancelled' ? `is ${id}, a line of a cancelled entry` : `is ${id}, a line of a reversal`;
}

type Fault = (field: string, message: string) => readonly FieldFault[];

function amountsOf(line: Line, wish: Wish, fault: Fault): Amounts | readonly FieldFault[] {
  const sent = [wish.debit, wish.credit, wish.debitFc, wish.creditFc];
  if (sent.every((amount) => amount == null)) return { base: line.open, fc: line.openFc };
  const [side, other] = line.amount.isNegative() ? (['credit', 'debit'] as const) : (['debit', 'credit'] as const);
  if (isAboveZero(wish[other]))
    return fault(other, `must be 0: line ${line.id} is a ${side}, so its amount is ${side}`);
  if (isAboveZero(wish[`${other}Fc`]))
    return fault(`${other}_fc`, `must be 0: line ${line.id} is a ${side}, so its foreign amount is ${side}_fc`);
  if (!isAboveZero(wish[side])) return fault(side, 'is required: an entry has an amount in the accounting currency');
  const sign = (amount: string): Decimal => (side === 'debit' ? decimal(amount) : decimal(amount).negated());
  const base = sign(wish[side]!);
  if (base.abs().greaterThan(line.open.abs()))
    return fault(side, `is ${wish[side]}, but ${formatMoney(line.open.abs())} is left of line ${line.id}`);
  const sentFc = wish[`${side}Fc`];
  const fc = isAboveZero(sentFc) ? sign(sentFc!) : foreignPart(line, base);
  return isForeign(line) ? keepRate(line, { base, fc }, side, fault) : ownCurrency(line, { base, fc }, side, fault);
}

function ownCurrency(line: Line, amounts: Amounts, side: string, fault: Fault): Amounts | readonly FieldFault[] {
  if (amounts.fc.equals(amounts.base)) return amounts;
  return fault(
    `${side}_fc`,
    `is ${formatMoney(amounts.fc.abs())}, but in the accounting currency ${line.currencyCode} it equals ${side}; leave it out`,
  );
}

/** A part keeps the rate of the whole line within one minor unit; all that is left always does (22.7 point 1). */
function keepRate(line: Line, amounts: Amounts, side: string, fault: Fault): Amounts | readonly FieldFault[] {
  const { base, fc } = amounts;
  if (fc.abs().greaterThan(line.openFc.abs()))
    return fault(
      `${side}_fc`,
      `is ${formatMoney(fc.abs())}, but ${formatMoney(line.openFc.abs())} ${line.currencyCode} is left of line ${line.id}`,
    );
  if (base.equals(line.open)) {
    if (fc.equals(line.openFc)) return amounts;
    return fault(
      `${side}_fc`,
      `must be ${formatMoney(line.openFc.abs())}, all that is left of line ${line.id}, since ${side} is`,
    );
  }
  if (line.amountFc.isZero()) return amounts;
  const expected = fc.times(line.amount).div(line.amountFc);
  if (base.minus(expected).abs().lessThanOrEqualTo(MINOR_UNIT)) return amounts;
  return fault(
    side,
    `is ${formatMoney(base.abs())}, but ${formatMoney(fc.abs())} ${line.currencyCode} at the rate of line ${line.id} is ${formatMoney(expected.abs())}`,
  );
}

/** The foreign amount that belongs to a part of a line. */
function foreignPart(line: Line, base: Decimal): Decimal {
  if (!isForeign(line)) return base;
  if (base.equals(line.open)) return line.openFc;
  return line.amountFc.isZero() ? ZERO : roundMoney(base.times(line.amountFc).div(line.amount));
}

/** Within the rounding of either factor, and one minor unit of the part. */
function fits({ base, fc }: Amounts, rate: Decimal): boolean {
  if (fc.isZero()) return true;
  const rounding = rate.times(HALF_UNIT).plus(fc.abs().times(RATE_ROUNDING)).plus(MINOR_UNIT);
  return base.minus(fc.times(rate)).abs().lessThanOrEqualTo(rounding);
}

const isAboveZero = (amount: string | null | undefined): boolean => amount != null && /[1-9]/.test(amount);

/** Signed amounts as the two sides of an entry. */
export function sidesOf({ base, fc }: Amounts): Pick<Taken, 'debit' | 'credit' | 'debitFc' | 'creditFc'> {
  const [amount, amountFc] = [formatMoney(base.abs()), formatMoney(fc.abs())];
  return base.isNegative()
    ? { debit: '0.00', credit: amount, debitFc: '0.00', creditFc: amountFc }
    : { debit: amount, credit: '0.00', debitFc: amountFc, creditFc: '0.00' };
}

/** The two sides of an entry as signed amounts. */
export const signedOf = ({ debit, credit, debitFc, creditFc }: Taken): Amounts => ({
  base: decimal(debit).minus(decimal(credit)),
  fc: decimal(debitFc).minus(decimal(creditFc)),
});
