import type { Dice } from '@app/demo';
import type { Language } from './truth.ts';

/** The ways in which one paper writes amounts and dates. */
export interface Print {
  money(ore: number): string;
  date(iso: string): string;
  percent(rate: number): string;
}

/** Between thousands, and in front of the decimals. */
const MARKS: Readonly<Record<Language, readonly (readonly [group: string, decimals: string])[]>> = {
  nob: [
    [' ', ','],
    ['\u00a0', ','],
    ['.', ','],
    ['', ','],
  ],
  eng: [
    [',', '.'],
    [' ', '.'],
    ['', '.'],
  ],
};

const months: Readonly<Record<Language, readonly string[]>> = {
  nob: [
    'januar',
    'februar',
    'mars',
    'april',
    'mai',
    'juni',
    'juli',
    'august',
    'september',
    'oktober',
    'november',
    'desember',
  ],
  eng: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};

export function pickPrint(dice: Dice, language: Language): Print {
  const [group, mark] = dice.pick<readonly [string, string]>(MARKS[language]);
  const dates = {
    nob: [
      ([y, m, d]: Parts) => `${d}.${m}.${y}`,
      ([y, m, d]: Parts) => `${d}.${m}.${y.slice(2)}`,
      ([y, m, d]: Parts) => `${Number(d)}. ${months.nob[Number(m) - 1]} ${y}`,
      ([y, m, d]: Parts) => `${y}-${m}-${d}`,
    ],
    eng: [
      ([y, m, d]: Parts) => `${y}-${m}-${d}`,
      ([y, m, d]: Parts) => `${Number(d)} ${months.eng[Number(m) - 1]} ${y}`,
      ([y, m, d]: Parts) => `${d}/${m}/${y}`,
    ],
  };
  const form = dice.pick(dates[language]);
  return {
    money: (ore) => {
      const text = String(Math.abs(ore)).padStart(3, '0');
      return `${text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group)}${mark}${text.slice(-2)}`;
    },
    date: (iso) => form(iso.split('-') as unknown as Parts),
    percent: (rate) => `${rate / 100} %`,
  };
}
type Parts = readonly [year: string, month: string, day: string];
