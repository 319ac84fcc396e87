import type { Language } from '@app/pages';

const HARD_SPACE = '\u00a0';
const MINUS = '\u2212';

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

/**
 * A decimal text as people read it: `−1 234,50` with hard spaces and a real minus, in English `−1,234.50`. Works on the
 * text; no digit passes through a float.
 */
export function formatDecimal(text: string, language: Language): string {
  const negative = text.startsWith('-');
  const [whole = '0', decimals] = (negative ? text.slice(1) : text).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'nob' ? HARD_SPACE : ',');
  const zero = /^0*$/.test(whole + (decimals ?? ''));
  return `${negative && !zero ? MINUS : ''}${grouped}${decimals === undefined ? '' : (language === 'nob' ? ',' : '.') + decimals}`;
}

/** `31.01.2026`; in English `31 Jan 2026`. */
export function formatDate(date: string, language: Language): string {
  const [year = '', month = '', day = ''] = date.split('-');
  if (language === 'nob') return `${day}.${month}.${year}`;
  return `${Number(day)}${HARD_SPACE}${months.eng[Number(month) - 1]?.slice(0, 3)}${HARD_SPACE}${year}`;
}

/** `1. januar 2026 – 31. mars 2026`; in English `1 January 2026 – 31 March 2026`. */
export function formatPeriod(from: string, to: string, language: Language): string {
  return `${longDate(from, language)} – ${longDate(to, language)}`;
}

export function longDate(date: string, language: Language): string {
  const [year, month, day] = date.split('-');
  return [`${Number(day)}${language === 'nob' ? '.' : ''}`, months[language][Number(month) - 1], year].join(HARD_SPACE);
}

/** `Jan`, `Des`; in English `Dec`. */
export function shortMonth(month: number, language: Language): string {
  const name = months[language][month - 1]!.slice(0, 3);
  return name[0]!.toUpperCase() + name.slice(1);
}

/** Oslo's date and time of a moment: `31.01.2026 kl. 14:05`. */
export function formatMoment(instant: string, language: Language): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Oslo');
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  return `${formatDate(local.toPlainDate().toString(), language)}${language === 'nob' ? ' kl. ' : ', '}${time}`;
}

/** `313 609 030`. */
export const formatOrganizationNumber = (number: string): string => number.replace(/\B(?=(\d{3})+$)/g, HARD_SPACE);

/**
 * Words of people on one line: control characters and line breaks, which a page would take for its own, become spaces.
 */
export const oneLine = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Æ, Ø, Å last and *Aa* as Å, whatever the language of the page: the names are those of Norwegian books. */
const collator = new Intl.Collator('nb', { numeric: true });

export const compareNames = (a: string, b: string): number => collator.compare(a, b);
