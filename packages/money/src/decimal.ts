import { Decimal as Base } from 'decimal.js';

/**
 * Exact decimals: 40 digits, halves away from zero, never an exponent in print. A clone, so that no other user of the
 * library can change these rules for us.
 */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -30, toExpPos: 40 });
export type Decimal = Base;

export const ZERO: Decimal = new Decimal(0);

const plain = /^-?\d{1,38}(\.\d{1,12})?$/;

/**
 * Reads a decimal from its text: from the wire (checked by a schema before) or from a `numeric` of the database. Never
 * from a number.
 * @throws RangeError for anything but digits, a sign and a point: a mistake of ours, not of the caller's
 */
export function decimal(text: string): Decimal {
  if (!plain.test(text)) throw new RangeError('not the text of a decimal');
  return new Decimal(text);
}

/** Rounds half away from zero. Only where a rule of accounting says so, and once. */
export const round = (value: Decimal, scale: number): Decimal => value.toDecimalPlaces(scale, Decimal.ROUND_HALF_UP);

/** Prints with exactly `scale` decimals; minus nothing is nothing: `-0.001` gives `0.00`. */
export function format(value: Decimal, scale: number): string {
  const rounded = round(value, scale);
  return (rounded.isZero() ? ZERO : rounded).toFixed(scale);
}

export const sum = (values: Iterable<Decimal>): Decimal => {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
};
