/**
 * A row of a CSV file (RFC 4180). What a spreadsheet would take for a formula is shown as text: an apostrophe stands
 * before it.
 */
export const csvRow = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

const FORMULA = /^[\s]*[=+\-@\t\r]/;

function cell(value: string | number): string {
  const text = String(value);
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
