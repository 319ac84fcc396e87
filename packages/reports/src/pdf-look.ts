import type { Weight } from '@app/paper/drawing';
import type { ReportRow } from './table.ts';

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

/** Sizes in points. */
export const BODY = 8.6;
export const HEAD_SIZE = 7.6;

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
