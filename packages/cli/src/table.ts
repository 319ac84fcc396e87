/** A record as a table shows it. */
type Row = Readonly<Record<string, unknown>>;

/** Columns that are shown first, where rows have them. */
const FIRST = ['id', 'sequence_number', 'account_code', 'account_name', 'name', 'display_name', 'description'];

/** Columns that say least and come last: when a record was stored, and by whom. */
const LAST = /^(created|updated)_(at|by_id)$/;

/**
 * Rows as a table of aligned columns, as wide as fits.
 * @param columns names of fields, with points into what is nested; by default those of the first row that are single
 * values
 */
export function tableOf(rows: readonly Row[], width: number, columns?: readonly string[]): string {
  if (rows.length === 0) return 'nothing found\n';
  const names = columns ?? defaultColumns(rows[0]!);
  const cells = rows.map((row) => names.map((name) => cellOf(valueAt(row, name))));
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((line) => line[i]!.length)));
  const shown = columns ? names.length : howManyFit(widths, width);
  const isNumeric = names.map((_, i) => cells.every((line) => /^-?\d[\d .]*$|^$/.test(line[i]!)));
  const lineOf = (line: readonly string[]) =>
    line
      .slice(0, shown)
      .map((cell, i) => (isNumeric[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return `${[names, ...cells].map(lineOf).join('\n')}\n`;
}

/** One record: a line per field. */
export function recordOf(record: Row): string {
  const names = Object.keys(record);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.map((name) => `${name.padEnd(width)}  ${cellOf(record[name])}\n`).join('');
}

const defaultColumns = (row: Row): readonly string[] => {
  const single = Object.keys(row).filter(
    (name) => typeof row[name] !== 'object' || row[name] === null || isNumber(row[name]),
  );
  const others = single.filter((name) => !FIRST.includes(name));
  return [
    ...FIRST.filter((name) => single.includes(name)),
    ...others.filter((name) => !LAST.test(name)),
    ...others.filter((name) => LAST.test(name)),
  ];
};

/** A number that is kept as its text. */
const isNumber = (value: unknown): boolean => typeof value === 'object' && value !== null && 'text' in value;

const valueAt = (row: Row, name: string): unknown =>
  name in row
    ? row[name]
    : name.split('.').reduce<unknown>((value, part) => (value as Row | null | undefined)?.[part], row);

const CONTROL = /\p{Cc}/gu;

/** One line without characters that a terminal would obey. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' && !isNumber(value) ? JSON.stringify(value) : String(value);
  return text.replace(CONTROL, ' ');
}

function howManyFit(widths: readonly number[], width: number): number {
  let used = -2;
  const fitting = widths.findIndex((each) => {
    used += each + 2;
    return used > width;
  });
  return fitting === -1 ? widths.length : Math.max(1, fitting);
}
