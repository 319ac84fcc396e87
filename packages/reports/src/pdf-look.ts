import type { ReportRow } from './table.ts';

export type Weight = 'regular' | 'bold';

/** The files of the two weights. */
export type Fonts = Readonly<Record<Weight, string>>;

/** Measures a text in one of the two weights at a size, in points. */
export type Measure = (text: string, weight: Weight, size: number) => number;

export type Orientation = 'portrait' | 'landscape';

/** How a row is set; points. */
export interface Look {
  readonly weight: Weight;
  readonly size: number;
  /** Room above, line height and room below. */
  readonly above: number;
  readonly leading: number;
  readonly below: number;
  /** How far the label is moved in. */
  readonly indent: number;
}

export const INK = '#1b2420';
export const SOFT = '#55615b';
export const FAINT = '#6a756e';
export const HAIR = '#e4e6e1';
export const RULE = '#b6beb8';
export const ACCENT = '#0f5f49';

/** Points, from the top left corner of an A4 sheet. */
export const MARGIN = 42;
export const BODY = 8.6;
export const HEAD_SIZE = 7.6;
const SHEETS = { portrait: { width: 595.28, height: 841.89 }, landscape: { width: 841.89, height: 595.28 } } as const;

/** Where the table ends; the foot of the page lies below. */
export const bottomOf = (orientation: Orientation): number => SHEETS[orientation].height - 56;
export const widthOf = (orientation: Orientation): number => SHEETS[orientation].width - 2 * MARGIN;

const look = (weight: Weight, size: number, above: number, below: number, indent = 0): Look => ({
  weight,
  size,
  above,
  leading: size * 1.26,
  below,
  indent,
});

const headings = [look('bold', 12.5, 16, 3), look('bold', BODY, 8, 1.6), look('bold', BODY, 4, 1.6, 0)] as const;
const totals = [
  look('bold', 9.8, 12, 4),
  look('bold', BODY + 0.2, 4, 4),
  look('bold', BODY, 2, 2.4),
  look('bold', BODY, 2, 2.4),
] as const;
const lines = [look('regular', BODY, 2, 2), look('regular', BODY, 2, 2, 12)] as const;

export function lookOf(row: ReportRow): Look {
  if (row.kind === 'heading') return headings[Math.min(row.level, headings.length) - 1]!;
  if (row.kind === 'total') return totals[Math.min(row.level, totals.length - 1)]!;
  return lines[row.level >= 3 ? 1 : 0];
}
