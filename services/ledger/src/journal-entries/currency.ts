import type { FieldFault } from '@app/contract/failure';
import { type Decimal, decimal, formatMoney, formatRate, MAX_MONEY, MAX_RATE, roundMoney, roundRate } from '@app/money';
import type { LineRequest } from './journal-entry.ts';

/** The foreign side of a line, complete. */
export interface ForeignAmounts {
  readonly currencyCode: string;
  readonly debitFc: string;
  readonly creditFc: string;
  readonly exchangeRate: string;
}

const MINOR_UNIT = decimal('0.01');
/** Half a minor unit: how far a rounded foreign amount may be off. */
const AMOUNT_ROUNDING = decimal('0.005');
/** Half a step of the sixth decimal: how far a rounded rate may be off. */
const RATE_ROUNDING = decimal('0.0000005');
const NOTHING = '0.00';

/**
 * Completes currency, foreign amounts and rate of a line (JEX-R18 to JEX-R20, JEX-R43). In the accounting currency they
 * are the base amounts and 1. In another one either the foreign amount or the rate may be left out; when both are sent
 * their product is the base amount, within one minor unit or the rounding of either factor. So what was computed here
 * and stored is accepted when it is sent again. A foreign amount of 0 counts as left out.
 * @param prefix path of the line in the request, `lines.0`
 */
export function completeCurrency(
  line: LineRequest,
  accountingCurrency: string,
  prefix: string,
): ForeignAmounts | readonly FieldFault[] {
  const isDebit = isAboveZero(line.debit);
  const [side, other] = isDebit ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const);
  const base = decimal(line[side]);
  const sent = { fc: line[`${side}Fc`], otherFc: line[`${other}Fc`], rate: line.exchangeRate };
  const faults: FieldFault[] = [];
  if (sent.otherFc != null && isAboveZero(sent.otherFc))
    faults.push({
      field: `${prefix}.${other}_fc`,
      message: `must be 0: the line is a ${side}, so its foreign amount is ${side}_fc`,
    });
  const currencyCode = line.currencyCode ?? accountingCurrency;
  if (line.isExchangeDifference)
    return {
      currencyCode,
      debitFc: NOTHING,
      creditFc: NOTHING,
      exchangeRate: formatRate(decimal(line.exchangeRate ?? '1')),
    };
  const given: Given = {
    base,
    fc: sent.fc != null && isAboveZero(sent.fc) ? decimal(sent.fc) : undefined,
    rate: sent.rate == null ? undefined : decimal(sent.rate),
    side,
    prefix,
  };
  const found =
    currencyCode === accountingCurrency ? ownCurrency(given, currencyCode) : foreignCurrency(given, currencyCode);
  if (Array.isArray(found)) faults.push(...found);
  if (faults.length > 0) return faults;
  const { fc, rate } = found as Pair;
  const amount = formatMoney(fc);
  return {
    currencyCode,
    debitFc: isDebit ? amount : NOTHING,
    creditFc: isDebit ? NOTHING : amount,
    exchangeRate: formatRate(rate),
  };
}

interface Given {
  readonly base: Decimal;
  readonly fc: Decimal | undefined;
  readonly rate: Decimal | undefined;
  readonly side: 'debit' | 'credit';
  readonly prefix: string;
}

type Pair = { readonly fc: Decimal; readonly rate: Decimal };

function ownCurrency({ base, fc, rate, side, prefix }: Given, currency: string): Pair | FieldFault[] {
  const faults: FieldFault[] = [];
  if (fc !== undefined && !fc.equals(base))
    faults.push({
      field: `${prefix}.${side}_fc`,
      message: `is ${formatMoney(fc)}, but in the accounting currency ${currency} it equals ${side}, ${formatMoney(base)}; leave it out`,
    });
  if (rate !== undefined && !rate.equals(1))
    faults.push({
      field: `${prefix}.exchange_rate`,
      message: `is ${formatRate(rate)}, but the accounting currency ${currency} has the rate 1`,
    });
  return faults.length > 0 ? faults : { fc: base, rate: decimal('1') };
}

function foreignCurrency({ base, fc, rate, side, prefix }: Given, currency: string): Pair | FieldFault[] {
  if (fc === undefined && rate === undefined)
    return [{ field: `${prefix}.exchange_rate`, message: `is required with ${currency}, unless ${side}_fc is sent` }];
  if (rate === undefined) return deriveRate(base, fc!, side, prefix);
  if (fc === undefined) return deriveAmount(base, rate, side, prefix);
  const tolerance = max(MINOR_UNIT, max(rate.times(AMOUNT_ROUNDING), fc.times(RATE_ROUNDING)));
  const product = fc.times(rate);
  if (product.minus(base).abs().lessThanOrEqualTo(tolerance)) return { fc, rate };
  return [
    {
      field: `${prefix}.exchange_rate`,
      message: `does not fit: ${side}_fc ${formatMoney(fc)} at ${formatRate(rate)} is ${formatMoney(product)}, but ${side} is ${formatMoney(base)}; leave out the rate or ${side}_fc to have it computed`,
    },
  ];
}

function deriveRate(base: Decimal, fc: Decimal, side: string, prefix: string): Pair | FieldFault[] {
  const rate = roundRate(base.div(fc));
  if (!rate.isZero() && rate.lessThanOrEqualTo(MAX_RATE)) return { fc, rate };
  const message = `gives, with ${side} ${formatMoney(base)}, a rate of ${formatRate(base.div(fc))}, which is outside 0.000001 to ${formatRate(MAX_RATE)}`;
  return [{ field: `${prefix}.${side}_fc`, message }];
}

function deriveAmount(base: Decimal, rate: Decimal, side: string, prefix: string): Pair | FieldFault[] {
  const fc = roundMoney(base.div(rate));
  if (fc.lessThanOrEqualTo(MAX_MONEY)) return { fc, rate };
  return [
    {
      field: `${prefix}.exchange_rate`,
      message: `gives, with ${side} ${formatMoney(base)}, a foreign amount that is too large`,
    },
  ];
}

const max = (a: Decimal, b: Decimal): Decimal => (a.greaterThan(b) ? a : b);

/** Is a checked, non-negative decimal above zero? */
export const isAboveZero = (amount: string): boolean => /[1-9]/.test(amount);
