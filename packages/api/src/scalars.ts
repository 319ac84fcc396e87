import { UnparsedNumber } from '@app/contract';
import { z } from 'zod';
import { isMoney } from './currencies.ts';

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** A positive integer in a path or query: digits, at most 2^53 - 1. */
export const IdText = z
  .string()
  .regex(/^\d{1,16}$/, 'must be a positive integer')
  .transform(Number)
  .refine((id) => id > 0 && id <= MAX_ID, 'must be a positive integer')
  .meta({ override: { type: 'integer', minimum: 1, maximum: MAX_ID } });

/** An integer of a body: a JSON integer or a string of digits (docs/contract/general.md, "Values"). */
export const integer = (minimum = -MAX_ID, maximum = MAX_ID) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^-?\d{1,16}$/, 'must be an integer')
          .transform(Number),
      ],
      { error: 'must be an integer' },
    )
    .refine((n) => Number.isSafeInteger(n) && n >= minimum && n <= maximum, {
      error:
        minimum === -MAX_ID && maximum === MAX_ID
          ? 'must be an integer'
          : `must be an integer from ${minimum} to ${maximum}`,
    })
    .meta({ override: { type: 'integer', ...(minimum > -MAX_ID ? { minimum } : {}), maximum } });

/** A reference to a record. */
export const Id = integer(1);

const decimalText = /^-?\d{1,13}(\.\d{1,6})?$/;

/**
 * A decimal from a JSON string or number, read from its text and never through a float; surplus decimals are refused,
 * trailing zeros counting (GENX-R30, GENX-R46, GENX-R47). Gives the text.
 */
export const decimal = (scale: number, options: { readonly minimum?: number } = {}) =>
  z
    .union([z.string(), z.number(), z.instanceof(UnparsedNumber)], {
      error: 'must be a decimal, as a string such as "1250.00" or a number',
    })
    .transform((value) => (value instanceof UnparsedNumber ? value.text : String(value)))
    .refine((text) => decimalText.test(text), {
      error: 'must be a decimal: up to 13 digits, a point and decimals, without exponent, spaces or separators',
      abort: true,
    })
    .refine((text) => (text.split('.')[1]?.length ?? 0) <= scale, { error: `must have at most ${scale} decimals` })
    .refine((text) => options.minimum !== 0 || !text.startsWith('-') || /^-0(\.0+)?$/.test(text), {
      error: 'must not be negative',
    })
    .transform((text) => (/^-0+(\.0+)?$/.test(text) ? text.slice(1) : text))
    .meta({
      override: {
        type: 'string',
        pattern: `^${options.minimum === 0 ? '' : '-?'}\\d{1,13}(\\.\\d{1,${scale}})?$`,
        examples: [scale === 2 ? '1250.00' : `0.1${'0'.repeat(scale - 1)}`],
      },
    });

/** Money: two decimals. */
export const MoneyIn = decimal(2);
/** Money that is not negative. */
export const AmountIn = decimal(2, { minimum: 0 });
/** Rates, quantities, unit prices: six decimals. */
export const RateIn = decimal(6);

/** Money as it leaves the house: a string with two decimals. */
export const MoneyOut = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ examples: ['1250.00'] });
/** Rates and quantities as they leave the house: a string with six decimals. */
export const RateOut = z
  .string()
  .regex(/^-?\d+\.\d{6}$/)
  .meta({ examples: ['11.250000'] });

/**
 * A monetary cell of a report: a JSON number printed from an exact decimal, never a float. Made by `exactNumber`.
 */
export const ExactNumber = z
  .custom<unknown>((value) => JSON.isRawJSON(value), 'must be made by exactNumber')
  .meta({ override: { type: 'number', multipleOf: 0.01 } });

export const exactNumber = (text: string): unknown =>
  JSON.rawJSON(
    text
      .replace(/^-(0(\.0+)?)$/, '$1')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  );

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Reckoned: to ask `Temporal` takes several times as long, and every date of a long list is looked at. */
function isCalendarDate(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const days = DAYS_OF_MONTHS[month - 1];
  if (year < 1900 || year > 2999 || days === undefined) return false;
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeapDay || (day >= 1 && day <= days);
}

/** `YYYY-MM-DD`, a real day of the years 1900 to 2999. */
export const CalendarDate = z
  .string({ error: 'must be a date such as 2026-01-31' })
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a date such as 2026-01-31', abort: true })
  .refine(isCalendarDate, 'must be a real calendar day of the years 1900 to 2999')
  .meta({ override: { type: 'string', format: 'date' } });

const firstMoment = new Date('1900-01-01T00:00:00Z');
const afterLastMoment = new Date('3000-01-01T00:00:00Z');

/** `2024-03-15T10:00:00Z`. */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
  .meta({ override: { type: 'string', format: 'date-time', examples: ['2024-03-15T10:00:00Z'] } });

/**
 * A point in time in a query or body: an ISO 8601 timestamp with offset, of the years that dates have. Gives it in UTC,
 * to the millisecond.
 */
export const TimestampIn = z.iso
  .datetime({ offset: true, error: 'must be a timestamp such as 2024-03-15T10:00:00Z', abort: true })
  .transform((text) => new Date(text))
  .refine((at) => at >= firstMoment && at < afterLastMoment, 'must be a real point in time of the years 1900 to 2999')
  .transform((at) => at.toISOString())
  .meta({ override: { type: 'string', format: 'date-time' } });

/** Text: trimmed, without NUL, at most 1000 characters unless stated. */
export const text = (maximum = 1000) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .max(maximum, `must have at most ${maximum} characters`)
    .refine((value) => !value.includes('\0'), 'must not hold NUL characters')
    .meta({ override: { type: 'string', maxLength: maximum } });

/** Each word is looked for in every row of the account, in each column of the list. */
const MOST_WORDS = 20;

/**
 * What `free_text` of a list or a report looks for; more words are refused, since to ignore some would find what was
 * not meant.
 */
export const searchedWords = () =>
  text().refine(
    (value) => value.split(/\s+/).length <= MOST_WORDS,
    `must have at most ${MOST_WORDS} words, separated by white space`,
  );

/** Text with at least one character. */
export const requiredText = (maximum = 1000) => text(maximum).refine((value) => value !== '', 'must not be empty');

/** An ISO 4217 code of money, upper case. */
export const CurrencyCode = z
  .string({ error: 'must be an ISO 4217 currency code such as NOK' })
  .refine(isMoney, 'must be an ISO 4217 currency code such as NOK')
  .meta({ override: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['NOK'] } });

/** `true`, `false`, `1`, `0`, whatever their case, in a query. */
export const Flag = z
  .string()
  .regex(/^(true|false|1|0)$/i, 'must be true, false, 1 or 0')
  .transform((value) => value === '1' || value.toLowerCase() === 'true')
  .meta({ override: { type: 'boolean' } });

/** Like `Flag`, and `null` for "both" where a list names it. */
export const FlagOrNull = z
  .string()
  .regex(/^(true|false|1|0|null)$/i, 'must be true, false, 1, 0 or null')
  .transform((value) => (value.toLowerCase() === 'null' ? null : value === '1' || value.toLowerCase() === 'true'))
  .meta({ override: { type: ['boolean', 'null'] } });

/** A decimal as it leaves the house: a string with exactly `scale` decimals. */
export const decimalOut = (scale: number) =>
  z
    .string()
    .regex(new RegExp(`^-?\\d+\\.\\d{${scale}}$`))
    .meta({ examples: [`0.${'1'.padEnd(scale, '0')}`] });

/** `true` or `false` in a body. */
export const Switch = z.boolean({ error: 'must be true or false' });

/** One of a fixed list of words; the message names them all. */
export const oneOf = <const W extends readonly [string, ...string[]]>(...words: W) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** An ISO 3166-1 country code, upper case. */
export const CountryCode = z
  .string({ error: 'must be an ISO 3166-1 country code such as NO' })
  .refine(
    (code) => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined,
    'must be an ISO 3166-1 country code such as NO',
  )
  .meta({ override: { type: 'string', pattern: '^[A-Z]{2}$', examples: ['NO'] } });
