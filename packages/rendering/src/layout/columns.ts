import type { Typeface } from './typefaces.ts';
import { wrap } from './wrap.ts';

/** Columns of a table that stand beside each other. */
export interface ColumnGroup {
  /** Places of the columns in the rows. */
  readonly columns: readonly number[];
  readonly widths: readonly number[];
}

const GAP = 8;
const LEAST = 48;
const MOST = 260;
/** Rows that are looked at to say how wide a column is. */
const SAMPLE = 500;

type Rows = readonly (readonly string[])[];

/** How wide the columns would be that are used at all, by their places. */
export function naturalWidths(rows: Rows, face: Typeface): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) {
      if (cell === '') continue;
      const known = widths.get(column) ?? GAP;
      if (index < SAMPLE && known < MOST) widths.set(column, Math.max(known, Math.min(MOST, widest(cell, face) + GAP)));
      else if (!widths.has(column)) widths.set(column, LEAST);
    }
  }
  return new Map([...widths].sort(([a], [b]) => a - b));
}

/** Long cells are wrapped anyway. */
const widest = (cell: string, face: Typeface): number =>
  Math.max(
    ...cell
      .slice(0, 400)
      .split('\n', 20)
      .map((line) => face.widthOf(line)),
  );

/** As many columns beside each other as are readable; those that remain come after them, as a table of their own. */
export function groupColumns(natural: ReadonlyMap<number, number>, width: number): readonly ColumnGroup[] {
  const groups: { columns: number[]; widths: number[]; least: number }[] = [];
  for (const [column, wanted] of natural) {
    const least = Math.min(wanted, LEAST);
    let group = groups.at(-1);
    if (!group || group.least + least > width) {
      group = { columns: [], widths: [], least: 0 };
      groups.push(group);
    }
    group.columns.push(column);
    group.widths.push(wanted);
    group.least += least;
  }
  return groups.map(({ columns, widths }) => ({ columns, widths: fitted(widths, width) }));
}

/** What is too wide in all is taken from what each column has above the least. */
function fitted(widths: readonly number[], width: number): readonly number[] {
  const sum = widths.reduce((all, each) => all + each, 0);
  if (sum <= width) return widths;
  const least = widths.map((each) => Math.min(each, LEAST));
  const leastSum = least.reduce((all, each) => all + each, 0);
  const share = (width - leastSum) / (sum - leastSum);
  return widths.map((each, index) => least[index]! + (each - least[index]!) * share);
}

/** The lines of each cell of a row, as they stand in the columns of a group. */
export const cellLines = (row: readonly string[], { columns, widths }: ColumnGroup, face: Typeface) =>
  columns.map((column, index) => wrap(row[column] ?? '', face, widths[index]! - GAP));

/** Amounts stand at the right of their column. */
const isAmount = (cell: string): boolean => /^[-–−+(]?[\d ., ]*\d[\d ., ]*\)?( ?%)?$/.test(cell);

/** Where a line of a cell begins, from the left edge of its column. */
export const offsetOf = (line: string, cell: string, width: number, face: Typeface): number =>
  isAmount(cell) ? Math.max(0, width - GAP - face.widthOf(line)) : 0;
