import { Decimal, decimal, format, round, sum, ZERO } from './decimal.ts';

/** Decimals of money, in every currency (GENX-R31). */
export const MONEY_SCALE = 2;
/** Decimals of rates, quantities and unit prices. */
export const RATE_SCALE = 6;

/** `numeric(19,2)` and `numeric(19,6)`: the largest values a column takes. */
export const MAX_MONEY: Decimal = new Decimal('99999999999999999.99');
export const MAX_RATE: Decimal = new Decimal('9999999999999.999999');

/** `"1250.00"`. */
export const formatMoney = (value: Decimal): string => format(value, MONEY_SCALE);

/** `"11.250000"`. */
export const formatRate = (value: Decimal): string => format(value, RATE_SCALE);

export const roundMoney = (value: Decimal): Decimal => round(value, MONEY_SCALE);
export const roundRate = (value: Decimal): Decimal => round(value, RATE_SCALE);

/** The sum of amounts given as text, as text. */
export const addMoney = (...amounts: readonly string[]): string => formatMoney(sum(amounts.map(decimal)));

/**
 * Splits an amount by weights so that the parts add up to it: each part is the difference of two rounded running
 * totals.
 * @param scale decimals of the parts, and of the total; those of money unless said otherwise
 * @throws RangeError when the weights are negative or add up to nothing
 */
export function allocate(total: Decimal, weights: readonly Decimal[], scale: number = MONEY_SCALE): readonly Decimal[] {
  const whole = sum(weights);
  if (whole.isZero() || weights.some((weight) => weight.isNegative() && !weight.isZero()))
    throw new RangeError('weights must be positive');
  let running = ZERO;
  let given = ZERO;
  return weights.map((weight) => {
    running = running.plus(weight);
    const upTo = round(total.times(running).div(whole), scale);
    const part = upTo.minus(given);
    given = upTo;
    return part;
  });
}
