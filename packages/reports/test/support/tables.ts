import { fontFiles } from '@app/paper/threads';
import { drawPdf } from '../../src/pdf-draw.ts';
import type { FirstRows } from '../../src/rows.ts';
import type { ReportFrame, ReportRow } from '../../src/table.ts';
import { renderXlsx } from '../../src/xlsx.ts';

export const fonts = fontFiles();

export const line = (name: string, amount = '1.00', date: string | null = '2026-01-31', count = '3'): ReportRow => ({
  kind: 'line',
  level: 2,
  cells: ['1920', name, date, count, amount],
});

export const heading = (level: number, label: string): ReportRow => ({ kind: 'heading', level, label });

export const total = (level: number, label: string, amount: string): ReportRow => ({
  kind: 'total',
  level,
  label,
  cells: [null, null, null, null, amount],
});

export interface TestTable extends ReportFrame {
  readonly rows: readonly ReportRow[];
}

export const tableOf = (rows: readonly ReportRow[], changes: Partial<TestTable> = {}): TestTable => ({
  language: 'nob',
  title: 'Saldobalanse',
  fileName: 'trial-balance_2026-01-01_2026-12-31',
  company: { name: 'Ærfugl AS', organizationNumber: '313609030' },
  period: '2026',
  facts: [{ label: 'Valuta', value: 'NOK' }],
  signRule: 'Fortegn: debet minus kredit.',
  madeAt: '2026-11-21T18:48:00Z',
  madeBy: 'Åse Ærlig',
  columns: [
    { label: 'Konto', kind: 'code' },
    { label: 'Navn', kind: 'text', holdsLabel: true },
    { label: 'Dato', kind: 'date' },
    { label: 'Antall', kind: 'integer' },
    { label: 'Beløp', kind: 'money', added: true },
  ],
  rows,
  emptyText: 'Ingenting.',
  ...changes,
});

/** All pieces of a file. */
export async function collect(pieces: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(parts);
}

/** The rows of a table as a renderer gets them: all at hand, or only the first of them. */
function aheadOf({ rows }: TestTable, first = rows.length): FirstRows<ReportRow> {
  async function* rest() {
    yield* rows.slice(first);
  }
  return { first: rows.slice(0, first), rest: first < rows.length ? rest() : undefined };
}

export const workbookOf = (
  table: TestTable,
  options: { readonly first?: number; readonly sheetRows?: number } = {},
): Promise<Buffer> => collect(renderXlsx(table, aheadOf(table, options.first), options.sheetRows));

export const pdfOf = (
  table: TestTable,
  options: { readonly first?: number; readonly pages?: number } = {},
): Promise<Buffer> => collect(drawPdf(table, aheadOf(table, options.first), fonts, options.pages ?? 100));
