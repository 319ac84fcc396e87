import type { Language } from '@app/pages';
import { formatDecimal } from '@app/paper';

const HARD_SPACE = '\u00a0';

/** A decimal with at least so many decimals, and no surplus zeros beyond them. */
export function formatNumber(text: string, least: number, language: Language): string {
  const [whole = '0', decimals = ''] = text.split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0');
  return formatDecimal(kept === '' ? whole : `${whole}.${kept}`, language);
}

/** `25 %`, `11,11 %`. */
export const formatPercent = (text: string, language: Language): string =>
  `${formatNumber(text, 0, language)}${HARD_SPACE}%`;

/** Eleven digits as `1503 00 00003`; others as they are. */
export const formatAccount = (account: string): string =>
  account.replace(/^(\d{4})(\d{2})(\d{5})$/, `$1${HARD_SPACE}$2${HARD_SPACE}$3`);

/** In groups of four. */
export const formatIban = (iban: string): string => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, `$1${HARD_SPACE}`);

export const isNothing = (amount: string): boolean => !/[1-9]/.test(amount);

/** The name of a country in the language; its code where there is none. */
export function countryName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames([language === 'nob' ? 'nb' : 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
