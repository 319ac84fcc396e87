/** An amount on paper, and where in its text it ends. */
export interface Amount {
  /** With two decimals, as in `"1234.50"`; negative with a hyphen in front. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Lower where letters had to be read as digits, or nothing says that it is money. */
  readonly confidence: number;
}

/** What recognition takes for digits. */
const LIKE_DIGITS: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  l: '1',
  I: '1',
  i: '1',
  '|': '1',
  Z: '2',
  S: '5',
  s: '5',
  B: '8',
};
const D = '[0-9OoQDlIi|ZSsB]';

/**
 * `1 234,50`, `1.234,50`, `1,234.50`, `1234,50`, `99,-`: groups of three behind a space, dot or comma, and decimals
 * behind the other mark. A minus stands in front or behind.
 */
const AMOUNT = new RegExp(
  `(?<![0-9A-Za-z.,])([-\\u2212\\u2013]\\s?)?(${D}{1,3}(?:[ .,']${D}{3})+|${D}+)([.,]\\s?(?:${D}{2}|-{1,2}))(-)?(?![0-9A-Za-z%]|[.,][0-9])`,
  'g',
);
/** Whole kroner, taken where a label or a currency says that it is money. */
const WHOLE = /(?<![0-9A-Za-z.,:/-])([-\u2212\u2013]\s?)?(\d{1,3}(?:[ .]\d{3})+|\d{1,7})(?![0-9A-Za-z%]|[.,:/-]\d)/g;

/** Amounts in a text, from the left. */
export function amountsIn(text: string): readonly Amount[] {
  const amounts: Amount[] = [];
  for (const match of text.matchAll(AMOUNT)) {
    const [all, minus, whole, decimals, minusBehind] = match;
    if (!/\d/.test(whole!) || isPlainWord(whole!)) continue;
    const digits = read(whole!.replace(/[ .,']/g, ''));
    const cents = decimals!.includes('-') ? '00' : read(decimals!.replace(/[^0-9A-Za-z|]/g, ''));
    // The mark of the groups is never that of the decimals.
    if (whole!.match(/[.,]/)?.[0] === decimals![0]) continue;
    const isClear = /^[\d .,'\-\u2212\u2013]+$/.test(all!);
    amounts.push({
      value: signed(`${digits.replace(/^0+(?=\d)/, '')}.${cents}`, minus !== undefined || minusBehind !== undefined),
      start: match.index,
      end: match.index + all!.length,
      confidence: isClear ? 1 : 0.75,
    });
  }
  return amounts;
}

/** Amounts without decimals that stand outside of those that have them. */
export function wholeAmountsIn(text: string): readonly Amount[] {
  const exact = amountsIn(text);
  return [...text.matchAll(WHOLE)]
    .filter(({ index }) => !exact.some(({ start, end }) => index >= start && index < end))
    .map((match) => ({
      value: signed(`${match[2]!.replace(/[ .]/g, '').replace(/^0+(?=\d)/, '')}.00`, match[1] !== undefined),
      start: match.index,
      end: match.index + match[0].length,
      confidence: 0.6,
    }));
}

const read = (digits: string): string => [...digits].map((char) => LIKE_DIGITS[char] ?? char).join('');
const isPlainWord = (text: string): boolean => (text.match(/[A-Za-z|]/g)?.length ?? 0) > text.length / 2;
const signed = (value: string, isNegative: boolean): string =>
  isNegative && !/^0\.00$/.test(value) ? `-${value}` : value;

/** Øre of a value; its sum and comparison need no decimals. */
export const oreOf = (value: string): number => Number(value.replace('.', ''));
export const moneyOf = (ore: number): string => {
  const digits = String(Math.abs(ore)).padStart(3, '0');
  return `${ore < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
