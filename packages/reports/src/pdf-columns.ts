import { MARGIN, type Measure, type Orientation, widthOf } from '@app/paper/drawing';
import { formatCell } from './cell.ts';
import { BODY, HEAD_SIZE, lookOf } from './pdf-look.ts';
import type { FirstRows } from './rows.ts';
import { columnsFor, isFigure, isWide, type PlacedAt, type ReportFrame, type ReportRow } from './table.ts';

/** A column and where it stands, in points from the left edge. */
export type PlacedColumn = PlacedAt & { readonly x: number; readonly width: number };

export interface Sheet {
  readonly orientation: Orientation;
  readonly columns: readonly PlacedColumn[];
  /** How much smaller figures are set where there are many columns of them; 1 where they have their room. */
  readonly figureScale: number;
}

const GAP = 14;
/** Columns of amounts are alike unless one needs more, so that the eye finds its way down. */
const LEAST_FOR_MONEY = 60;
const LEAST_FOR_WORDS = 130;
/** Figures are set no smaller than this part of their size. */
const SMALLEST = 0.4;
/** In a sheet with more columns of amounts than stand side by side (`isWide`). */
const WIDE = { gap: 7, leastForMoney: 34, leastForWords: 104 } as const;

/** What a column has room for when only the first rows are known. */
const EXPECTED_AMOUNT = '-99999999999.99';
const EXPECTED_DIGITS = '00';

/**
 * Widths from what the columns hold, the sheet turned when the words would get too little room. When there are more
 * rows than the first, figures and codes get room to grow; a wider one that comes later is set smaller.
 */
export function placeColumns(frame: ReportFrame, { first, rest }: FirstRows<ReportRow>, measure: Measure): Sheet {
  const columns = columnsFor(frame, 'print');
  const room = isWide(frame) ? WIDE : { gap: GAP, leastForMoney: LEAST_FOR_MONEY, leastForWords: LEAST_FOR_WORDS };
  const natural = columns.map((column) => {
    const width = column.kind === 'text' ? 0 : naturalWidth(column, frame, first, measure, rest !== undefined);
    return column.kind === 'money' ? Math.max(width, room.leastForMoney) : width;
  });
  const ofWords = columns.filter(({ kind }) => kind === 'text').length;
  const taken = total(natural) + room.gap * (columns.length - 1);
  const isTight = widthOf('portrait') - taken < room.leastForWords * ofWords;
  const orientation = isTight ? 'landscape' : 'portrait';
  const missing = isWide(frame) ? taken + room.leastForWords * ofWords - widthOf(orientation) : 0;
  const ofFigures = total(natural.filter((_, index) => isFigure(columns[index]!.kind)));
  const figureScale = missing > 0 ? Math.max(SMALLEST, (ofFigures - missing) / ofFigures) : 1;
  const left = widthOf(orientation) - taken + ofFigures * (1 - figureScale);
  const share = Math.max(60, left / Math.max(1, ofWords));
  let x = MARGIN;
  return {
    orientation,
    figureScale,
    columns: columns.map((column, index) => {
      const width = natural[index]! * (isFigure(column.kind) ? figureScale : 1);
      const placed = { ...column, x, width: column.kind === 'text' ? share : width };
      x += placed.width + room.gap;
      return placed;
    }),
  };
}

const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

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
  return Math.ceil(Math.max(widest, measure(longest, 'regular', BODY)));
}
