import { LONG, openPaper, SHORT } from '../paper.ts';
import type { Block } from './blocks.ts';
import { type ColumnGroup, cellLines, groupColumns, naturalWidths, offsetOf } from './columns.ts';
import { type LaidOut, openSheets, type Sheets } from './sheets.ts';
import { type Typeface, type Typefaces, typefacesOf } from './typefaces.ts';
import { wrap } from './wrap.ts';

/** Room above a heading, a paragraph or a table. */
const ROOM = 6;
const HEADING_ROOM = 12;
/** Between the margins of sheets that stand, and of those that lie. */
const NARROW = SHORT - 84;
const WIDE = LONG - 84;

/**
 * Prints blocks on A4: lying when a table is wider than a sheet that stands.
 * @param most sheets
 * @throws RenderingFailure `too_many_pages`
 */
export async function layOut(blocks: readonly Block[], most: number): Promise<LaidOut> {
  const paper = openPaper();
  const faces = typefacesOf(paper);
  const tables = new Map<Block, ReadonlyMap<number, number>>();
  for (const block of blocks) if (block.kind === 'table') tables.set(block, naturalWidths(block.rows, faces.cell));
  const sheets = openSheets(paper, [...tables.values()].some(isWide), most);
  for (const block of blocks) {
    if (block.kind === 'rule') printRule(sheets);
    else if (block.kind !== 'table') printText(sheets, block, faces);
    else
      for (const group of groupColumns(tables.get(block)!, sheets.width))
        printRows(sheets, block.rows, group, faces.cell);
  }
  return sheets.end();
}

function isWide(natural: ReadonlyMap<number, number>): boolean {
  const sum = [...natural.values()].reduce((all, width) => all + width, 0);
  return sum > NARROW && sum - NARROW > 0.1 * WIDE;
}

function printText(sheets: Sheets, { kind, text }: Extract<Block, { text: string }>, faces: Typefaces): void {
  const face = kind === 'heading' ? faces.heading : kind === 'typed' ? faces.typed : faces.text;
  sheets.leaveRoom(kind === 'heading' ? HEADING_ROOM : ROOM);
  for (const line of text.split('\n')) {
    for (const [index, piece] of wrap(line, face, sheets.width).entries()) {
      sheets.write(piece, 0, sheets.line(face.leading), face);
      if (index === 0) sheets.say(line);
    }
  }
}

function printRule(sheets: Sheets): void {
  sheets.rule(sheets.line(2 * ROOM) + ROOM);
}

/** A row may go over several sheets; what it says is said on the first. */
function printRows(sheets: Sheets, rows: readonly (readonly string[])[], group: ColumnGroup, face: Typeface): void {
  sheets.leaveRoom(ROOM);
  for (const row of rows) {
    const cells = group.columns.map((column) => row[column] ?? '');
    const lines = cellLines(row, group, face);
    for (let index = 0; index < Math.max(1, ...lines.map(({ length }) => length)); index++) {
      const y = sheets.line(face.leading);
      let x = 0;
      for (const [column, width] of group.widths.entries()) {
        const line = lines[column]![index] ?? '';
        sheets.write(line, x + offsetOf(line, cells[column]!, width, face), y, face);
        x += width;
      }
      if (index === 0) sheets.say(saidBy(cells));
    }
  }
}

const saidBy = (cells: readonly string[]): string =>
  cells
    .map((cell) => cell.replaceAll('\n', ' '))
    .filter((cell) => cell !== '')
    .join('\t');
