import { Decimal, format, formatMoney } from '@app/money';

const AMOUNT = /^[+-]?(\d{1,17}(\.\d{0,2}0{0,10})?|\.\d{1,2}0{0,10})$/;
const NUMBER = /^[+-]?(\d{1,13}(\.\d{0,12})?|\.\d{1,12})$/;
const DAY = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/;

/** An amount with two decimals, signed; null for what is none, such as one with more decimals than money has. */
export const readAmount = (text: string): string | null => (AMOUNT.test(text) ? formatMoney(new Decimal(text)) : null);

/** A quantity, a price or a rate without surplus zeros; null for what is none. */
export const readNumber = (text: string): string | null => (NUMBER.test(text) ? plain(new Decimal(text)) : null);

/** As short as it can be said: `1`, `0.5`. */
export const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());

/** A rate of percent with two decimals; with more when it has more. */
export const readRate = (text: string): string | null => {
  const number = readNumber(text);
  if (number === null) return null;
  const value = new Decimal(number);
  return value.decimalPlaces() <= 2 ? format(value, 2) : number;
};

/** A day, `YYYY-MM-DD` of the years 1970 to 2100; null for what is none. */
export function readDay(text: string): string | null {
  const day = DAY.exec(text)?.[1];
  if (day === undefined) return null;
  try {
    const { year } = Temporal.PlainDate.from(day, { overflow: 'reject' });
    return year >= 1970 && year <= 2100 ? day : null;
  } catch {
    return null;
  }
}

/** Words on one line: control characters become spaces. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
