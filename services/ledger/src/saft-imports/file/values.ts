import { decimal, formatMoney } from '@app/money';

const MONEY = /^[+-]?\d{1,16}(\.\d{1,2})?$/;
const NUMBER = /^[+-]?\d{1,13}(\.\d{1,12})?$/;
const DATE = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/;

/** An amount of the file with two decimals, signed; null for what is none. */
export const readMoney = (text: string | null): string | null =>
  text !== null && MONEY.test(text) ? formatMoney(decimal(text.replace('+', ''))) : null;

/** A rate or a percentage of the file, as it stands there; null for what is none. */
export const readNumber = (text: string | null): string | null =>
  text !== null && NUMBER.test(text) ? text.replace('+', '') : null;

/** A day of the file, `YYYY-MM-DD` of the years 1970 to 2100; null for what is none. */
export function readDay(text: string | null): string | null {
  const day = text === null ? undefined : DATE.exec(text)?.[1];
  if (day === undefined) return null;
  try {
    const { year } = Temporal.PlainDate.from(day, { overflow: 'reject' });
    return year >= 1970 && year <= 2100 ? day : null;
  } catch {
    return null;
  }
}

/** Text that may be stored and shown: without control characters, at most `maximum` long. */
export const readText = (text: string | null, maximum: number): string | null =>
  text === null
    ? null
    : text
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, maximum) || null;
