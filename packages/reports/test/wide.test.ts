import { widthOf } from '@app/paper/drawing';
import { expect, it } from 'vitest';
import { renderHtml } from '../src/html.ts';
import { placeColumns } from '../src/pdf-columns.ts';
import type { ReportColumn, ReportRow } from '../src/table.ts';
import { collect, tableOf } from './support/tables.ts';

const measure = (text: string, _weight: string, size: number) => (text.length * size) / 2;

function sheetOf(months: number, amount: string) {
  const columns: readonly ReportColumn[] = [
    { label: 'Konto', kind: 'code' },
    { label: 'Navn', kind: 'text', holdsLabel: true },
    ...Array.from({ length: months }, () => ({ label: 'Nov 2025', kind: 'money' }) as const),
  ];
  const cells = ['3000', 'Salg', ...Array<string>(months).fill(amount)];
  const rows: readonly ReportRow[] = [{ kind: 'line', level: 2, cells }];
  const table = tableOf(rows, { columns });
  return { table, sheet: placeColumns(table, { first: rows, rest: undefined }, measure) };
}

it('sets the figures of many columns smaller, all by the same part, so that they stand side by side on the page', () => {
  const { sheet } = sheetOf(13, '-12345678.90');
  expect(sheet.orientation).toBe('landscape');
  expect(sheet.figureScale).toBeGreaterThan(0.4);
  expect(sheet.figureScale).toBeLessThan(1);
  const { x, width } = sheet.columns.at(-1)!;
  const { x: left } = sheet.columns[0]!;
  expect(x + width - left).toBeLessThanOrEqual(widthOf('landscape') + 0.01);
  for (const [index, column] of sheet.columns.entries()) {
    const next = sheet.columns[index + 1];
    if (next) expect(column.x + column.width).toBeLessThan(next.x);
  }
  expect(sheet.columns.find(({ kind }) => kind === 'text')!.width).toBeGreaterThan(100);
});

it('leaves a few columns as they are', () => {
  const { sheet } = sheetOf(4, '-12345678.90');
  expect(sheet.figureScale).toBe(1);
});

it('lets a page with many columns take the width of the screen', async () => {
  const many = (await collect(renderHtml(sheetOf(13, '1.00').table))).toString();
  expect(many).toContain('<main class="wide">');
  const few = (await collect(renderHtml(sheetOf(4, '1.00').table))).toString();
  expect(few).toContain('<main>');
});
