import { unreadable } from '../failure.ts';
import type { CamtAmount } from '../records.ts';
import { type Element, textAt } from './tree.ts';

const AMOUNT = /^\+?(\d*)(?:\.(\d*?)0*)?$/;
const MAX_WHOLE = 13;

/**
 * An amount in hundredths, which books are kept in.
 * @throws CamtFailure for one of more decimals, or of more digits than books hold
 */
export function hundredthsOf(text: string): bigint {
  const [, whole = '', decimals = ''] = AMOUNT.exec(text) ?? [];
  const digits = whole.replace(/^0+/, '');
  if (decimals.length > 2 || digits.length > MAX_WHOLE)
    throw unreadable(
      `The file has the amount ${text.slice(0, 40)}; amounts have at most ${MAX_WHOLE} digits and two decimals here`,
    );
  return BigInt(`${digits}${decimals.padEnd(2, '0')}`);
}

export function moneyOf(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An element that is an amount; null without one. @throws CamtFailure */
export const amountIn = (element: Element | undefined): CamtAmount | null =>
  element?.currency === undefined ? null : { amount: moneyOf(hundredthsOf(element.text)), currency: element.currency };

/** Whether the indicator of an element says credit; null where it says nothing. */
export function isCredit(element: Element | undefined): boolean | null {
  const said = textAt(element, 'CdtDbtInd');
  return said === null ? null : said === 'CRDT';
}

const OSLO = 'Europe/Oslo';

/** The day of a `Dt`, or of a moment: Oslo's where the moment says its zone, else the one that stands there. */
export function dayOf(text: string | null): string | null {
  if (text === null) return null;
  const day = text.slice(0, 10);
  if (!/T.*(Z|[+-]\d{2}:\d{2})$/.test(text)) return day;
  const moment = text.replace(/T24:00:00(\.0+)?/, 'T00:00:00');
  const shown = Temporal.Instant.from(moment).toZonedDateTimeISO(OSLO).toPlainDate();
  return String(moment === text ? shown : shown.add({ days: 1 }));
}

/** The day of an element that holds a day or a moment. */
export const dayIn = (element: Element | undefined): string | null =>
  dayOf(textAt(element, 'Dt') ?? textAt(element, 'DtTm'));

/** Text that may be stored and shown: without control characters, at most `most` characters. */
export function shown(text: string | null, most: number): string | null {
  if (text === null) return null;
  const plain = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return (plain.length <= most ? plain : [...plain].slice(0, most).join('')) || null;
}

/** Several texts as one. */
export const joined = (texts: readonly string[], most = 1_000): string | null => shown(texts.join(' '), most);
