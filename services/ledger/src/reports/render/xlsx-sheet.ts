import { type Cell, type ColumnKind, columnsFor, isFigure, type ReportColumn, type ReportRow, type ReportTable } from './table.ts';
import { frameWords, headLines } from './words.ts';
import { COLUMN_HEAD, COLUMN_HEAD_RIGHT, FACTS, QUOTED, QUOTED_TOTAL, styleOf, TITLE } from './xlsx-styles.ts';
import { columnName, dateSerial, escapeXml, HEAD_ROWS, looksLikeFormula } from './xlsx-text.ts';

type SheetColumn = ReportColumn & { readonly at: number; readonly name: string };

/** The sheet's XML in pieces, one row each. */
export function* sheetXml(table: ReportTable): Iterable<string> {
  const columns = columnsFor(table, 'sheet').map((column, index) => ({ ...column, name: columnName(index + 1) }));
  const last = columns.at(-1)?.name ?? 'A';
  const rows = table.rows.filter((row) => row.kind !== 'heading');
  const bottom = HEAD_ROWS + Math.max(1, rows.length);
  const deepest = Math.max(0, ...rows.map(depthOf));
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><outlinePr summaryBelow="1"/><pageSetUpPr fitToPage="1"/></sheetPr>';
  yield `<dimension ref="A1:${last}${bottom}"/>`;
  yield `<sheetViews><sheetView showGridLines="0" tabSelected="1" workbookViewId="0"><pane ySplit="${HEAD_ROWS}" topLeftCell="A${HEAD_ROWS + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A${HEAD_ROWS + 1}" sqref="A${HEAD_ROWS + 1}"/></sheetView></sheetViews>`;
  yield `<sheetFormatPr defaultRowHeight="15" outlineLevelRow="${deepest}"/>`;
  yield `<cols>${columns.map((column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column, rows)}" customWidth="1"/>`).join('')}</cols><sheetData>`;
  yield* headRows(table, columns);
  if (rows.length === 0) yield `<row r="${HEAD_ROWS + 1}">${text('A', HEAD_ROWS + 1, table.emptyText, styleOf('text', false))}</row>`;
  for (const [index, row] of rows.entries()) yield rowXml(row, HEAD_ROWS + 1 + index, columns);
  yield `</sheetData><autoFilter ref="A${HEAD_ROWS}:${last}${bottom}"/>`;
  yield '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>';
  yield `<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>${footer(table)}`;
  // Account codes and ids are text on purpose; without this line the program marks each of them as a suspected mistake.
  yield `<ignoredErrors><ignoredError sqref="A${HEAD_ROWS + 1}:${last}${bottom}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function* headRows(table: ReportTable, columns: readonly SheetColumn[]): Iterable<string> {
  for (const [index, line] of headLines(table).entries()) {
    const row = index + 1;
    yield `<row r="${row}"${row === 1 ? ' ht="21" customHeight="1"' : ''}>${text('A', row, line, row === 1 ? TITLE : FACTS)}</row>`;
  }
  const heads = columns.map(({ name, label, kind }) => text(name, HEAD_ROWS, label, isFigure(kind) ? COLUMN_HEAD_RIGHT : COLUMN_HEAD));
  yield `<row r="${HEAD_ROWS}" ht="24" customHeight="1">${heads.join('')}</row>`;
}

/** Lines lie one level below the group that their total closes; the report's own total lies outside. */
const depthOf = (row: ReportRow): number => Math.min(7, row.kind === 'line' ? row.level : Math.max(0, row.level - 1));

function rowXml(row: Exclude<ReportRow, { kind: 'heading' }>, number: number, columns: readonly SheetColumn[]): string {
  const depth = depthOf(row);
  const total = row.kind === 'total';
  const cells = columns.map((column) => {
    const value = total && column.holdsLabel ? row.label : (row.cells[column.at] ?? null);
    return value === null ? emptyCell(column, number, total) : cellXml(column.name, number, value, column.kind, total);
  });
  return `<row r="${number}"${depth > 0 ? ` outlineLevel="${depth}"` : ''}>${cells.join('')}</row>`;
}

/** A total's rule runs through its empty cells as well. */
const emptyCell = (column: SheetColumn, row: number, total: boolean): string =>
  total ? `<c r="${column.name}${row}" s="${styleOf(column.kind, true)}"/>` : '';

function cellXml(column: string, row: number, value: string, kind: ColumnKind, total: boolean): string {
  const style = styleOf(kind, total);
  if (kind === 'money' || kind === 'integer') return `<c r="${column}${row}" s="${style}"><v>${plainNumber(value)}</v></c>`;
  if (kind === 'date') return `<c r="${column}${row}" s="${style}"><v>${dateSerial(value)}</v></c>`;
  return text(column, row, value, looksLikeFormula(value) ? (total ? QUOTED_TOTAL : QUOTED) : style);
}

/** The exact decimal as the file format writes a number; anything else in a figure's place is a mistake of ours. */
function plainNumber(value: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new Error('a figure of a report is not a decimal');
  return value;
}

const text = (column: string, row: number, value: string, style: number): string =>
  `<c r="${column}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;

const LEAST = 9;
const MOST = 60;

/** Wide enough for the longest text of the column, within reason; a figure's separators count. */
function widthOf(column: SheetColumn, rows: readonly ReportRow[]): number {
  let widest = column.label.length;
  for (const row of rows) {
    if (row.kind === 'heading') continue;
    const value: Cell = row.kind === 'total' && column.holdsLabel ? row.label : (row.cells[column.at] ?? null);
    if (value !== null) widest = Math.max(widest, value.length + (column.kind === 'money' ? Math.floor(value.length / 3) - 1 : 0));
  }
  return Math.min(MOST, Math.max(LEAST, widest + 3));
}

/** `&` opens a code in a footer and is doubled to stand for itself; a footer holds 255 characters. */
function footer(table: ReportTable): string {
  const page = frameWords(table).page as (page: unknown, pages: unknown) => string;
  const left = table.company.name.slice(0, 100).replaceAll('&', '&&');
  return `<headerFooter><oddFooter>${escapeXml(`&L${left}&R${page('&P', '&N')}`)}</oddFooter></headerFooter>`;
}
