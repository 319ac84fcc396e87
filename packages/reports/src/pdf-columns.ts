import { formatCell } from './format.ts';
import { BODY, HEAD_SIZE, lookOf, MARGIN, type Measure, type Orientation, widthOf } from './pdf-look.ts';
import type { FirstRows } from './rows.ts';
import { columnsFor, type PlacedAt, type ReportFrame, type ReportRow } from './table.ts';

/** A column and where it stands, in points from the left edge. */
export type PlacedColumn = PlacedAt & { readonly x: number; readonly width: number };

export interface Sheet {
  readonly orientation: Orientation;
  readonly columns: readonly PlacedColumn[];
}

const GAP = 14;
/** Columns of amounts are alike unless one needs more, so that the eye finds its way down. */
const LEAST_FOR_MONEY = 60;
const LEAST_FOR_WORDS = 130;

/** What a column has room for when only the first rows are known. */
const EXPECTED_AMOUNT = '-99999999999.99';
const EXPECTED_DIGITS = '00';

/**
 * Widths from what the columns hold, the sheet turned when the words would get too little room. When there are more
 * rows than the first, figures and codes get room to grow; a wider one that comes later is set smaller.
 */
export function placeColumns(frame: ReportFrame, { first, rest }: FirstRows<ReportRow>, measure: Measure): Sheet {
  const columns = columnsFor(frame, 'print');
  const natural = columns.map((column) =>
    column.kind === 'text' ? 0 : naturalWidth(column, frame, first, measure, rest !== undefined),
  );
  const ofWords = columns.filter(({ kind }) => kind === 'text').length;
  const taken = natural.reduce((sum, width) => sum + width, 0) + GAP * (columns.length - 1);
  const isTight = widthOf('portrait') - taken < LEAST_FOR_WORDS * ofWords;
  const orientation = isTight ? 'landscape' : 'portrait';
  const share = Math.max(60, (widthOf(orientation) - taken) / Math.max(1, ofWords));
  let x = MARGIN;
  return {
    orientation,
    columns: columns.map((column, index) => {
      const placed = { ...column, x, width: column.kind === 'text' ? share : natural[index]! };
      x += placed.width + GAP;
      return placed;
    }),
  };
}

function naturalWidth(
  { kind, label, at }: PlacedAt,
  { language }: ReportFrame,
  rows: readonly ReportRow[],
  measure: Measure,
  mayGrow: boolean,
): number {
  let widest = Math.max(...label.split(/[ -]/).map((word) => measure(word, 'bold', HEAD_SIZE)));
  let longest = mayGrow && kind === 'money' ? formatCell(EXPECTED_AMOUNT, kind, language) : '';
  for (const row of rows) {
    if (row.kind === 'heading') continue;
    const text = formatCell(row.cells[at] ?? null, kind, language);
    // Figures are tabular: the longest text is the widest; only totals are set larger.
    if (row.kind === 'total') widest = Math.max(widest, measure(text, 'bold', lookOf(row).size));
    else if (text.length > longest.length) longest = text;
  }
  if (mayGrow && (kind === 'code' || kind === 'integer')) longest += EXPECTED_DIGITS;
  return Math.ceil(Math.max(widest, measure(longest, 'regular', BODY), kind === 'money' ? LEAST_FOR_MONEY : 0));
}
