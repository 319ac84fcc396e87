import type { Style } from 'exceljs';
import type { ColumnKind } from './table.ts';
import type { SheetStyles } from './xlsx-styles.ts';

export interface CellContent {
  readonly value: string | number | Date;
  readonly style: Style;
}

/** Digits that a number cell, which is a binary float, keeps whatever they are. */
const EXACT_DIGITS = 15;
/** Characters that a cell takes. */
const LONGEST_TEXT = 32_767;
/** Before this day programs count differently: some know a 29 February 1900. */
const FIRST_DAY = '1900-03-01';

/** Characters that XML 1.0 forbids or discourages; a text with one of them would make the whole file unreadable. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

/** Words of people as a cell can hold them; never a formula or a link, since it is given to the library as a string. */
export function cellText(text: string): string {
  const clean = text.toWellFormed().replace(FORBIDDEN, '');
  return clean.length <= LONGEST_TEXT ? clean : `${clean.slice(0, LONGEST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Does a number cell keep the decimal exactly? */
export const isExactNumber = (decimal: string): boolean => {
  const [whole = '', decimals = ''] = decimal.replace('-', '').split('.');
  return (whole + decimals.replace(/0+$/, '')).replace(/^0+/, '').length <= EXACT_DIGITS;
};

/**
 * What stands in the cell of a column: numbers and dates are numbers and dates; a figure that would lose digits is the
 * text of its decimal.
 */
export function cellOf(text: string, kind: ColumnKind, isTotal: boolean, styles: SheetStyles): CellContent {
  const style = styles.cell(kind, isTotal);
  if (kind === 'money' || kind === 'integer') {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error('a figure of a report is not a decimal');
    return isExactNumber(text) ? { value: Number(text), style } : { value: text, style: styles.exactText(isTotal) };
  }
  if (kind === 'date' && text >= FIRST_DAY) return { value: new Date(`${text}T00:00:00Z`), style };
  return { value: cellText(text), style: kind === 'date' ? styles.exactText(isTotal) : style };
}
