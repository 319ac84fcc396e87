import { PassThrough, type Writable } from 'node:stream';
import { allOf, type FirstRows } from './rows.ts';
import { type Cell, columnsFor, isFigure, type PlacedAt, type ReportFrame, type ReportRow } from './table.ts';
import { frameWords, headLines } from './words.ts';
import { openBook, type Sheet, settle } from './xlsx-book.ts';
import { cellOf, cellText } from './xlsx-cells.ts';
import { type SheetStyles, sheetStyles } from './xlsx-styles.ts';

/** Rows above the data: three lines of head and the names of the columns. */
const HEAD_ROWS = 4;
/** Rows that a sheet of the file format has; a longer report goes on in a sheet of its own. */
const SHEET_ROWS = 1_048_576;
/** Rows between two looks at how far the packing is. */
const STEP = 100;

/**
 * The report as an Office Open XML workbook, piece by piece: sheets with frozen head, filter, print titles and outline.
 * Figures and dates are numbers with a format as far as a number cell keeps them exactly; words of people are text,
 * never formulas or links.
 * @param rows column widths follow from the first of them
 */
export async function* renderXlsx(
  frame: ReportFrame,
  rows: FirstRows<ReportRow>,
  sheetRows = SHEET_ROWS,
): AsyncGenerator<Uint8Array, void> {
  const out = new PassThrough();
  const stopped = new AbortController();
  out.once('close', () => stopped.abort());
  const writing = writeBook(frame, rows, out, sheetRows, stopped.signal);
  writing.catch((error: Error) => out.destroy(error));
  yield* out;
  await writing;
}

async function writeBook(
  frame: ReportFrame,
  rows: FirstRows<ReportRow>,
  out: Writable,
  sheetRows: number,
  signal: AbortSignal,
): Promise<void> {
  const book = openBook(frame, out);
  const styles = sheetStyles(frame.language);
  const columns = columnsFor(frame, 'sheet');
  const widths = columns.map((column) => widthOf(column, rows.first));
  let sheets = 0;
  let written = 0;
  let sheet: Sheet | undefined;
  const open = (): Sheet => {
    const opened = book.addWorksheet(sheetName(frame, ++sheets), sheetOptions(frame));
    opened.columns = widths.map((width) => ({ width }));
    writeHead(opened, frame, columns, styles);
    written = HEAD_ROWS;
    return opened;
  };
  const close = async (full: Sheet): Promise<void> => {
    full.autoFilter = { from: { row: HEAD_ROWS, column: 1 }, to: { row: written, column: columns.length } };
    await settle(full, signal);
    full.commit();
  };
  for await (const row of allOf(rows)) {
    if (row.kind === 'heading') continue;
    if (sheet && written === sheetRows) {
      await close(sheet);
      sheet = undefined;
    }
    sheet ??= open();
    writeRow(sheet, row, columns, styles);
    written++;
    if (written % STEP === 0) await settle(sheet, signal);
  }
  if (!sheet) {
    sheet = open();
    sheet.addRow([cellText(frame.emptyText)]).commit();
    written++;
  }
  await close(sheet);
  await book.commit();
}

/** A sheet's name: at most 31 characters, without `: \ / ? * [ ]` and apostrophes. */
export function sheetName(frame: Pick<ReportFrame, 'title' | 'language'>, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`;
  const name = cellText(frame.title)
    .replace(/[:\\/?*[\]']/g, ' ')
    .slice(0, 31 - suffix.length)
    .trim();
  return `${name || frameWords(frame).sheet}${suffix}`;
}

const sheetOptions = (frame: ReportFrame) => ({
  views: [
    {
      state: 'frozen' as const,
      ySplit: HEAD_ROWS,
      topLeftCell: `A${HEAD_ROWS + 1}`,
      activeCell: `A${HEAD_ROWS + 1}`,
      showGridLines: false,
    },
  ],
  properties: { outlineLevelRow: DEEPEST, outlineProperties: { summaryBelow: true, summaryRight: true } },
  pageSetup: {
    paperSize: 9,
    orientation: 'landscape' as const,
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    printTitlesRow: `1:${HEAD_ROWS}`,
    margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
  },
  headerFooter: { oddFooter: footer(frame) },
});

/** `&` opens a code in a footer and is doubled to stand for itself; a footer holds 255 characters. */
const footer = (frame: ReportFrame): string =>
  `&L${cellText(frame.company.name).slice(0, 100).replaceAll('&', '&&')}&R${frameWords(frame).pageOf('&P', '&N')}`;

function writeHead(sheet: Sheet, frame: ReportFrame, columns: readonly PlacedAt[], styles: SheetStyles): void {
  for (const [index, line] of headLines(frame).entries()) {
    const row = sheet.addRow([cellText(line)]);
    row.getCell(1).style = index === 0 ? styles.title : styles.facts;
    if (index === 0) row.height = 21;
    row.commit();
  }
  const heads = sheet.addRow(columns.map(({ label }) => cellText(label)));
  for (const [index, { kind }] of columns.entries())
    heads.getCell(index + 1).style = isFigure(kind) ? styles.columnHeadRight : styles.columnHead;
  heads.height = 24;
  heads.commit();
}

/** The deepest outline level that the file format knows. */
const DEEPEST = 7;

/** Lines lie one level below the group that their total closes; the report's own total lies outside. */
const depthOf = (row: ReportRow): number =>
  Math.min(DEEPEST, row.kind === 'line' ? row.level : Math.max(0, row.level - 1));

function writeRow(
  sheet: Sheet,
  row: Exclude<ReportRow, { kind: 'heading' }>,
  columns: readonly PlacedAt[],
  styles: SheetStyles,
): void {
  const isTotal = row.kind === 'total';
  const cells = sheet.addRow([]);
  for (const [index, column] of columns.entries()) {
    const text = shownIn(column, row);
    // A total's rule runs through its empty cells as well.
    if (text === null && !isTotal) continue;
    const cell = cells.getCell(index + 1);
    const content = text === null ? undefined : cellOf(text, column.kind, isTotal, styles);
    if (content) cell.value = content.value;
    cell.style = content?.style ?? styles.cell(column.kind, true);
  }
  cells.outlineLevel = depthOf(row);
  cells.commit();
}

const shownIn = (column: PlacedAt, row: Exclude<ReportRow, { kind: 'heading' }>): Cell =>
  row.kind === 'total' && column.holdsLabel ? row.label : (row.cells[column.at] ?? null);

const LEAST_WIDTH = 9;
const MOST_WIDTH = 60;

/** Wide enough for the longest text of the column, within reason; a figure's separators count. */
function widthOf(column: PlacedAt, rows: readonly ReportRow[]): number {
  let widest = column.label.length;
  for (const row of rows) {
    if (row.kind === 'heading') continue;
    const text = shownIn(column, row);
    if (text !== null)
      widest = Math.max(widest, text.length + (column.kind === 'money' ? Math.floor(text.length / 3) - 1 : 0));
  }
  return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, widest + 3));
}
