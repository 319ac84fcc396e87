import { oneLine } from '@app/paper';
import { bottomOf, breakLines, type Measure, widthOf } from '@app/paper/drawing';
import { formatCell } from './cell.ts';
import type { Sheet } from './pdf-columns.ts';
import { type Look, lookOf } from './pdf-look.ts';
import { isFigure, type Language, type ReportRow } from './table.ts';

/** A row ready to be drawn: its texts broken into lines and its height known, in points. */
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

/** Where the table begins on the first page and on the others, in points. */
export interface Tops {
  readonly first: number;
  readonly other: number;
}

/** Room for the line that says which groups go on. */
export const CONTINUED = 14;

/** Rows that may have to stand on one page with the one before them. */
const KEPT_TOGETHER = 4;

/**
 * The pages, one after the other; at least one. A heading stands with what follows it and a total with what it adds up.
 * Holds one page and a few rows ahead, whatever their number.
 */
export async function* paginate(
  rows: AsyncIterable<ReportRow>,
  sheet: Sheet,
  tops: Tops,
  setting: { readonly language: Language; readonly measure: Measure },
): AsyncGenerator<PlacedPage, void> {
  const bottom = bottomOf(sheet.orientation);
  const open: (string | undefined)[] = [];
  let page: PlacedRow[] = [];
  let continued: readonly string[] = [];
  let y = tops.first;
  const placed = (row: ReportRow) => placeRow(row, sheet, setting.language, setting.measure);
  for await (const [next, others] of withOthers(rows, placed)) {
    if (page.length > 0 && y + next.height + neededBelow(next, others) > bottom) {
      yield { rows: page, continued };
      const going = next.row.kind === 'heading' ? open.slice(0, next.row.level - 1) : open;
      page = [];
      continued = going.filter((label) => label !== undefined);
      y = tops.other + (continued.length > 0 ? CONTINUED : 0);
    }
    page.push(next);
    y += next.height;
    if (next.row.kind === 'heading')
      open.splice(next.row.level - 1, open.length, ...headingAt(next.row.level, open, next.row.label));
    if (next.row.kind === 'total') open.length = Math.max(0, next.row.level - 1);
  }
  yield { rows: page, continued };
}

/** Each row, placed, with the few that come after it. */
async function* withOthers(
  rows: AsyncIterable<ReportRow>,
  place: (row: ReportRow) => PlacedRow,
): AsyncGenerator<readonly [PlacedRow, readonly PlacedRow[]], void> {
  const waiting: PlacedRow[] = [];
  for await (const row of rows) {
    waiting.push(place(row));
    if (waiting.length > KEPT_TOGETHER) yield [waiting.shift()!, waiting];
  }
  while (waiting.length > 0) yield [waiting.shift()!, waiting];
}

function placeRow(row: ReportRow, { columns, orientation }: Sheet, language: Language, measure: Measure): PlacedRow {
  const look = lookOf(row);
  const broken = (text: string, width: number) =>
    breakLines(oneLine(text), width, (part) => measure(part, look.weight, look.size));
  const texts =
    row.kind === 'heading'
      ? [broken(row.label, widthOf(orientation))]
      : columns.map((column) => {
          const isLabel = row.kind === 'total' && column.holdsLabel;
          const shown = isLabel ? row.label : formatCell(row.cells[column.at] ?? null, column.kind, language);
          if (isFigure(column.kind) || column.kind === 'date') return [shown];
          // A code a little wider than those before it stays on one line and is set smaller.
          if (column.kind === 'code' && measure(shown, look.weight, look.size) < 2 * column.width)
            return [oneLine(shown)];
          return broken(shown, column.width - (column.holdsLabel ? look.indent : 0));
        });
  const most = Math.max(1, ...texts.map((of) => of.length));
  return { row, look, texts, height: look.above + most * look.leading + look.below };
}

/** Levels that were skipped stay empty. */
const headingAt = (
  level: number,
  open: readonly (string | undefined)[],
  label: string,
): readonly (string | undefined)[] => [
  ...Array.from({ length: Math.max(0, level - 1 - open.length) }, () => undefined),
  label,
];

/**
 * Room that must be left below a row: a heading takes its next row along, and the last line of a group the totals that
 * close it.
 */
function neededBelow({ row }: PlacedRow, others: readonly PlacedRow[]): number {
  let needed = 0;
  let isHeading = row.kind === 'heading';
  for (const other of others) {
    if (!isHeading && other.row.kind !== 'total') break;
    needed += other.height;
    isHeading = other.row.kind === 'heading';
  }
  return needed;
}
