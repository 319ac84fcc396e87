import { addMoney } from '@app/money';
import ExcelJS from 'exceljs';

/** The sheets of a workbook, as a spreadsheet program reads them. */
export async function sheetsOf(bytes: Buffer): Promise<readonly ExcelJS.Worksheet[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  return workbook.worksheets;
}

/** Rows above the first one with amounts: title, company, selection and the heads of the columns. */
const HEAD_ROWS = 4;

/** Amounts of a sheet in the columns from `first`, with two decimals: rows that are no totals, and the last total. */
export function amountsOf(
  sheet: ExcelJS.Worksheet,
  first: number,
  columns: number,
): { readonly rows: readonly (readonly string[])[]; readonly total: readonly string[] } {
  const all: { readonly code: unknown; readonly amounts: readonly string[] }[] = [];
  sheet.eachRow((row, number) => {
    if (number <= HEAD_ROWS) return;
    const cellAt = (column: number) => String(row.getCell(first + column).value);
    all.push({
      code: row.getCell(1).value,
      amounts: Array.from({ length: columns }, (_, column) => addMoney(cellAt(column))),
    });
  });
  return { rows: all.filter(({ code }) => code).map(({ amounts }) => amounts), total: all.at(-1)!.amounts };
}
