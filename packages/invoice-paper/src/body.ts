import { ACCENT, type Element, HAIR, INK, MARGIN, type Pen, RULE, SOFT } from '@app/paper/drawing';
import { type Column, type Columns, cellOf, SIZE, SMALL } from './columns.ts';
import type { InvoicePaper } from './invoice-paper.ts';
import { type Density, LEADING, paddingOf, type Row, SMALL_LEADING } from './rows.ts';
import {
  ABOVE,
  NOTE_ROW,
  NOTE_SIZE,
  SPECIFICATION_ROW,
  SPECIFICATION_SIZE,
  type Specification,
  SUM_ROW,
  type Totals,
} from './totals.ts';
import { wordsOf } from './words.ts';

/** Names of the columns above `y`: read aloud once, drawn on every page. */
export function drawColumnHeads(pen: Pen, table: Element, { columns }: Columns, y: number, isFirst: boolean): void {
  const write = (column: Column): void => {
    const { label, isFigure, x, width } = column;
    if (isFigure) pen.writeRight(label, x + width, y - 15, SOFT, SMALL, 'bold');
    else pen.write(label, x, y - 15, SOFT, SMALL, 'bold');
  };
  if (isFirst) {
    const row = pen.open(table, 'TR');
    for (const column of columns) pen.tagged(row, 'TH', () => write(column), { scope: 'Column' });
    row?.end();
  } else
    pen.artifact(() => {
      for (const column of columns) write(column);
    });
  pen.artifact(() => pen.line(y - 2, ACCENT, 1));
}

/** Draws one row and gives where the next one begins. */
export function drawRow(
  pen: Pen,
  table: Element,
  row: Row,
  layout: { readonly paper: InvoicePaper; readonly columns: Columns; readonly density: Density },
  y: number,
): number {
  const element = pen.open(table, 'TR');
  const top = y + paddingOf(layout.density);
  for (const column of layout.columns.columns) pen.tagged(element, 'TD', () => drawCell(pen, row, column, layout, top));
  element?.end();
  const bottom = y + row.height;
  pen.artifact(() => pen.line(bottom, HAIR, 0.5));
  return bottom;
}

function drawCell(
  pen: Pen,
  row: Row,
  column: Column,
  { paper, columns }: { readonly paper: InvoicePaper; readonly columns: Columns },
  y: number,
): void {
  if (column.name === 'description') {
    let at = y;
    for (const { text, isItem } of row.texts) {
      pen.write(text, column.x, at, isItem ? INK : SOFT, isItem ? SIZE : SMALL);
      at += isItem ? LEADING : SMALL_LEADING;
    }
  } else if (column.name === 'item')
    for (const [index, text] of row.codes.entries()) pen.write(text, column.x, y + index * LEADING, SOFT, SIZE);
  else if (row.isFirst) {
    const text = cellOf(row.line, column.name, paper);
    // Never over its neighbour: what is still wider than its column is set smaller.
    const usual = columns.figureSize;
    const size = usual * Math.min(1, column.width / Math.max(1, pen.widthOf(text, usual)));
    pen.writeRight(text, column.x + column.width, y + (SIZE - size), INK, size);
  }
}

/** What says that the lines go on. */
export const drawContinued = (pen: Pen, paper: InvoicePaper, y: number): void =>
  pen.artifact(() => pen.writeRight(wordsOf(paper.language).continued, MARGIN + pen.width, y + 5, SOFT, SMALL));

const SUMS = { x: 346 } as const;

/** Sums at the right, the specification of VAT at the left, notes below both. */
export function drawTotals(pen: Pen, root: Element, paper: InvoicePaper, totals: Totals, y: number): void {
  const top = y + ABOVE;
  const table = pen.open(root, 'Table', { title: wordsOf(paper.language).total });
  const ofSums = drawSums(pen, table, totals, top);
  table?.end();
  const ofSpecification =
    totals.specification === null ? top : drawSpecification(pen, root, paper, totals.specification, top);
  drawNotes(pen, root, totals.notes, Math.max(ofSums, ofSpecification) + 12);
}

export function drawNotes(pen: Pen, root: Element, notes: readonly string[], y: number): void {
  pen.tagged(root, 'P', () => {
    for (const [index, note] of notes.entries()) pen.write(note, MARGIN, y + index * NOTE_ROW, SOFT, NOTE_SIZE);
  });
}

function drawSums(pen: Pen, table: Element, { sums }: Totals, top: number): number {
  const right = MARGIN + pen.width;
  let y = top;
  for (const { label, amount, isLast } of sums) {
    const size = isLast ? 11.5 : SIZE;
    const weight = isLast ? 'bold' : 'regular';
    if (isLast) {
      pen.artifact(() => pen.line(y + 1, ACCENT, 1, SUMS.x, right - SUMS.x));
      y += 5;
    }
    const room = right - SUMS.x - pen.widthOf(label, size, weight) - 10;
    const fitting = size * Math.min(1, room / Math.max(1, pen.widthOf(amount, size, weight)));
    const row = pen.open(table, 'TR');
    pen.tagged(row, 'TH', () => pen.write(label, SUMS.x, y, isLast ? INK : SOFT, size, weight), { scope: 'Row' });
    pen.tagged(row, 'TD', () => pen.writeRight(amount, right, y + (size - fitting), INK, fitting, weight));
    row?.end();
    y += SUM_ROW;
  }
  return y + 3;
}

function drawSpecification(
  pen: Pen,
  root: Element,
  paper: InvoicePaper,
  { heads, rows, total }: Specification,
  top: number,
): number {
  const width = SUMS.x - MARGIN - 26;
  const first = heads.length > 3 ? 64 : 92;
  const step = (width - first) / (heads.length - 1);
  const right = (index: number): number => MARGIN + first + step * index;
  let y = top;
  const write = (text: string, index: number, color: string, weight: 'regular' | 'bold'): void => {
    const room = index === 0 ? first - 6 : step - 6;
    const usual = SPECIFICATION_SIZE;
    const size = usual * Math.min(1, room / Math.max(1, pen.widthOf(text, usual, weight)));
    if (index === 0) pen.write(text, MARGIN, y + (usual - size), color, size, weight);
    else pen.writeRight(text, right(index), y + (usual - size), color, size, weight);
  };
  const drawRow = (
    table: Element,
    cells: readonly string[],
    type: 'TH' | 'TD',
    color: string,
    weight: 'regular' | 'bold',
  ) => {
    const row = pen.open(table, 'TR');
    for (const [index, text] of cells.entries())
      pen.tagged(row, type, () => write(text, index, color, weight), type === 'TH' ? { scope: 'Column' } : {});
    row?.end();
    y += SPECIFICATION_ROW;
  };
  pen.tagged(root, 'P', () => pen.write(wordsOf(paper.language).specification, MARGIN, y, SOFT, SMALL, 'bold'));
  y += SPECIFICATION_ROW;
  const table = pen.open(root, 'Table', { title: wordsOf(paper.language).specification });
  drawRow(table, heads, 'TH', SOFT, 'regular');
  pen.artifact(() => pen.line(y - 1, RULE, 0.5, MARGIN, width));
  y += 1;
  for (const cells of rows) drawRow(table, cells, 'TD', INK, 'regular');
  if (total !== null) drawRow(table, total, 'TD', INK, 'bold');
  table?.end();
  return y;
}
