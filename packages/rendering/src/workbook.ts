import Excel, { type Cell, type Worksheet } from 'exceljs';
import { unfold } from './archive.ts';
import { unreadable } from './failure.ts';
import type { Block } from './layout/blocks.ts';
import { openPrinted } from './layout/printed.ts';
import type { RenderingLimits } from './limits.ts';
import type { PageSource } from './page-source.ts';
import { cleanText } from './text.ts';
import { writtenDate, writtenNumber } from './written.ts';

/** A workbook, sheet by sheet, with the values that its program had computed. Nothing is computed, nothing fetched. */
export async function openWorkbook(content: Uint8Array, limits: RenderingLimits): Promise<PageSource> {
  const parts = await unfold(content, limits.unfoldedBytes, (name) => name === 'xl/workbook.xml');
  if (parts.size === 0) throw unreadable('The archive is no workbook');
  const book = new Excel.Workbook();
  try {
    await book.xlsx.load(Buffer.from(content) as unknown as ArrayBuffer);
  } catch (error) {
    throw unreadable('The workbook is damaged, or is none', error);
  }
  const visible = book.worksheets.filter(({ state }) => state === 'visible' || state === undefined);
  return openPrinted(visible.flatMap(blocksOf), limits);
}

function blocksOf(sheet: Worksheet): readonly Block[] {
  const rows: string[][] = [];
  sheet.eachRow({ includeEmpty: false }, (row) => {
    if (row.hidden) return;
    const cells: string[] = [];
    row.eachCell({ includeEmpty: false }, (cell, column) => {
      // Of cells that are merged only the first is filled.
      if (cell.master === cell) cells[column - 1] = cleanText(written(cell)).trim();
    });
    if (cells.some((cell) => cell !== undefined && cell !== '')) rows.push(Array.from(cells, (cell) => cell ?? ''));
  });
  return [
    { kind: 'heading', text: cleanText(sheet.name) },
    { kind: 'table', rows },
  ];
}

/** As it stands in the cell, in Norwegian: amounts with a comma, dates by day. */
function written(cell: Cell): string {
  const value =
    cell.value !== null && typeof cell.value === 'object' && 'result' in cell.value ? cell.result : cell.value;
  if (typeof value === 'number') return writtenNumber(value, cell.numFmt);
  if (value instanceof Date) return writtenDate(value.toISOString());
  if (value !== null && typeof value === 'object' && 'error' in value) return String(value.error);
  if (value !== null && typeof value === 'object') return cell.text;
  return value === undefined || value === null ? '' : String(value);
}
