/** Rows above the data: three lines of head and the names of the columns. */
export const HEAD_ROWS = 4;

/** Characters that XML 1.0 forbids or discourages; a text with one of them would make the whole file unreadable. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&quot;'));

/** `1` is `A`, `27` is `AA`. */
export function columnName(position: number): string {
  let name = '';
  for (let rest = position; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

const EPOCH = Temporal.PlainDate.from('1899-12-30');

/** The serial number of a day in the 1900 date system. */
export const dateSerial = (date: string): number => EPOCH.until(Temporal.PlainDate.from(date), { largestUnit: 'day' }).days;

/** A program that takes a cell's text for a formula when somebody edits it begins with one of these. */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text);
