import { formatCell, oneLine } from './format.ts';
import { columnsFor, isFigure, type ReportColumn, type ReportRow, type ReportTable } from './table.ts';

/** Points, from the top left corner of an A4 sheet. */
export interface Box {
  readonly x: number;
  readonly width: number;
}

export interface PlacedColumn extends ReportColumn, Box {
  readonly at: number;
}

export type Weight = 'regular' | 'bold';

/** Measures a text in one of the two weights at a size. */
export type Measure = (text: string, weight: Weight, size: number) => number;

/** A row ready to be drawn: its texts broken into lines and its height known. */
export interface PlacedRow {
  readonly row: ReportRow;
  readonly look: Look;
  /** One entry per column, in their order; a heading has one entry only. */
  readonly texts: readonly (readonly string[])[];
  readonly height: number;
}

export interface PlacedPage {
  readonly rows: readonly PlacedRow[];
  /** Headings of the groups that go on from the page before. */
  readonly continued: readonly string[];
}

export interface Layout {
  readonly orientation: 'portrait' | 'landscape';
  readonly columns: readonly PlacedColumn[];
  readonly pages: readonly PlacedPage[];
}

export interface Look {
  readonly weight: Weight;
  readonly size: number;
  /** Room above, line height and room below, in points. */
  readonly above: number;
  readonly leading: number;
  readonly below: number;
  /** How far the label is moved in. */
  readonly indent: number;
}

export const MARGIN = 42;
export const BODY = 8.6;
export const HEAD_SIZE = 7.6;
const GAP = 14;
/** Columns of amounts are alike unless one needs more, so that the eye finds its way down. */
const LEAST_FOR_MONEY = 60;
const SHEETS = { portrait: { width: 595.28, height: 841.89 }, landscape: { width: 841.89, height: 595.28 } } as const;

/** Where the table ends; the foot of the page lies below. */
export const bottomOf = (orientation: Layout['orientation']): number => SHEETS[orientation].height - 56;
export const widthOf = (orientation: Layout['orientation']): number => SHEETS[orientation].width - 2 * MARGIN;

const look = (weight: Weight, size: number, above: number, below: number, indent = 0): Look => ({
  weight,
  size,
  above,
  leading: size * 1.26,
  below,
  indent,
});

const headings = [look('bold', 12.5, 16, 3), look('bold', BODY, 8, 1.6), look('bold', BODY, 4, 1.6, 0)] as const;
const totals = [look('bold', 9.8, 12, 4), look('bold', BODY + 0.2, 4, 4), look('bold', BODY, 2, 2.4), look('bold', BODY, 2, 2.4)] as const;
const lines = [look('regular', BODY, 2, 2), look('regular', BODY, 2, 2, 12)] as const;

export function lookOf(row: ReportRow): Look {
  if (row.kind === 'heading') return headings[Math.min(row.level, headings.length) - 1]!;
  if (row.kind === 'total') return totals[Math.min(row.level, totals.length - 1)]!;
  return lines[row.level >= 3 ? 1 : 0];
}

/**
 * Places every row: widths from what the columns hold, the sheet turned when the words would get too little room, headings kept with
 * what follows them and totals with what they add up.
 *
 * @param top where the table begins on the first page and on the others
 */
export function layOut(table: ReportTable, measure: Measure, top: { readonly first: number; readonly other: number }): Layout {
  const upright = placeColumns(table, measure, 'portrait');
  const orientation = upright === undefined ? 'landscape' : 'portrait';
  const columns = upright ?? placeColumns(table, measure, 'landscape', true)!;
  const rows = table.rows.map((row) => placeRow(row, columns, widthOf(orientation), table, measure));
  return { orientation, columns, pages: paginate(rows, bottomOf(orientation), top) };
}

const LEAST_FOR_WORDS = 130;

/** Undefined when the sheet is too narrow. */
function placeColumns(
  table: ReportTable,
  measure: Measure,
  orientation: Layout['orientation'],
  force = false,
): readonly PlacedColumn[] | undefined {
  const columns = columnsFor(table, 'print');
  const wide = columns.map((column) => (column.kind === 'text' ? 0 : naturalWidth(column, table, measure)));
  const words = columns.filter(({ kind }) => kind === 'text').length;
  const room = widthOf(orientation) - wide.reduce((sum, width) => sum + width, 0) - GAP * (columns.length - 1);
  if (!force && room < LEAST_FOR_WORDS * words) return undefined;
  const share = Math.max(60, room / Math.max(1, words));
  let x = MARGIN;
  return columns.map((column, index) => {
    const width = column.kind === 'text' ? share : wide[index]!;
    const placed = { ...column, x, width };
    x += width + GAP;
    return placed;
  });
}

function naturalWidth(column: ReportColumn & { readonly at: number }, table: ReportTable, measure: Measure): number {
  let widest = Math.max(...column.label.split(/[ -]/).map((word) => measure(word, 'bold', HEAD_SIZE)));
  let longest = '';
  for (const row of table.rows) {
    if (row.kind === 'heading') continue;
    const text = formatCell(row.cells[column.at] ?? null, column.kind, table.language);
    // Figures are tabular: the longest text is the widest; only totals are set larger.
    if (row.kind === 'total') widest = Math.max(widest, measure(text, 'bold', lookOf(row).size));
    else if (text.length > longest.length) longest = text;
  }
  return Math.ceil(Math.max(widest, measure(longest, 'regular', BODY), column.kind === 'money' ? LEAST_FOR_MONEY : 0));
}

function placeRow(row: ReportRow, columns: readonly PlacedColumn[], sheet: number, table: ReportTable, measure: Measure): PlacedRow {
  const style = lookOf(row);
  const breakText = (text: string, width: number) => breakLines(oneLine(text), width, (part) => measure(part, style.weight, style.size));
  const texts =
    row.kind === 'heading'
      ? [breakText(row.label, sheet)]
      : columns.map((column) => {
          const text = row.kind === 'total' && column.holdsLabel ? row.label : (row.cells[column.at] ?? null);
          const shown = row.kind === 'total' && column.holdsLabel ? row.label : formatCell(text, column.kind, table.language);
          if (isFigure(column.kind) || column.kind === 'date') return [shown];
          return breakText(shown, column.width - (column.holdsLabel ? style.indent : 0));
        });
  const most = Math.max(1, ...texts.map((of) => of.length));
  return { row, look: style, texts, height: style.above + most * style.leading + style.below };
}

/** Breaks at spaces and hyphens; a word longer than the line is cut. A hard space never breaks. */
export function breakLines(text: string, width: number, measure: (part: string) => number): readonly string[] {
  if (measure(text) <= width) return [text];
  const found: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=[ -])/)) {
    if (measure((line + word).trimEnd()) <= width) {
      line += word;
      continue;
    }
    if (line !== '') found.push(line.trimEnd());
    line = word;
    while (measure(line.trimEnd()) > width && line.length > 1) {
      const fits = longestThatFits(line, width, measure);
      found.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return line.trimEnd() === '' ? found : [...found, line.trimEnd()];
}

function longestThatFits(text: string, width: number, measure: (part: string) => number): number {
  let low = 1;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  // Not between the halves of a character outside the basic plane.
  return low > 1 && /[\ud800-\udbff]/.test(text[low - 1]!) ? low - 1 : low;
}

const CONTINUED = 14;

function paginate(
  rows: readonly PlacedRow[],
  bottom: number,
  top: { readonly first: number; readonly other: number },
): readonly PlacedPage[] {
  const pages: { rows: PlacedRow[]; continued: readonly string[] }[] = [{ rows: [], continued: [] }];
  const open: (string | undefined)[] = [];
  let y = top.first;
  for (const [index, placed] of rows.entries()) {
    const page = pages.at(-1)!;
    if (page.rows.length > 0 && y + placed.height + neededBelow(rows, index) > bottom) {
      const continued = placed.row.kind === 'heading' ? open.slice(0, placed.row.level - 1) : open;
      pages.push({ rows: [], continued: continued.filter((label) => label !== undefined) });
      y = top.other + (pages.at(-1)!.continued.length > 0 ? CONTINUED : 0);
    }
    pages.at(-1)!.rows.push(placed);
    y += placed.height;
    if (placed.row.kind === 'heading')
      open.splice(placed.row.level - 1, open.length, ...headingAt(placed.row.level, open, placed.row.label));
    if (placed.row.kind === 'total') open.length = Math.max(0, placed.row.level - 1);
  }
  return pages;
}

/** Levels that were skipped stay empty. */
const headingAt = (level: number, open: readonly (string | undefined)[], label: string): readonly (string | undefined)[] => [
  ...Array.from({ length: Math.max(0, level - 1 - open.length) }, () => undefined),
  label,
];

/** Room that must be left below a row: a heading takes its next row along, and the last line of a group the totals that close it. */
function neededBelow(rows: readonly PlacedRow[], index: number): number {
  let needed = 0;
  for (let next = index + 1, heading = rows[index]!.row.kind === 'heading'; next < rows.length && next < index + 5; next++) {
    const row = rows[next]!;
    if (!heading && row.row.kind !== 'total') break;
    needed += row.height;
    heading = row.row.kind === 'heading';
  }
  return needed;
}
