import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { afterAll, describe, expect, it } from 'vitest';
import { readMarkedText } from '../../../test/support/pdf-text.ts';
import { renderHtml } from './html.ts';
import { createPdfRenderer } from './pdf.ts';
import { drawPdf } from './pdf-draw.ts';
import { breakLines } from './pdf-layout.ts';
import type { ReportRow, ReportTable } from './table.ts';
import { renderXlsx } from './xlsx.ts';
import { columnName, dateSerial, escapeXml } from './xlsx-text.ts';

const resolve = createRequire(import.meta.url).resolve;
const fonts = {
  regular: resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
};

const line = (name: string, amount = '1.00', date: string | null = '2026-01-31', count = '3'): ReportRow => ({
  kind: 'line',
  level: 2,
  cells: ['1920', name, date, count, amount],
});

const tableOf = (rows: readonly ReportRow[], changes: Partial<ReportTable> = {}): ReportTable => ({
  language: 'nob',
  title: 'Saldobalanse',
  fileName: 'trial-balance_2026-01-01_2026-12-31',
  company: { name: 'Ærfugl AS', organizationNumber: '923609016' },
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
    { label: 'Beløp', kind: 'money' },
  ],
  rows,
  emptyText: 'Ingenting.',
  ...changes,
});

const heading = (level: number, label: string): ReportRow => ({ kind: 'heading', level, label });
const total = (level: number, label: string, amount: string): ReportRow => ({
  kind: 'total',
  level,
  label,
  cells: [null, null, null, null, amount],
});

const texts = (pdf: Buffer, page?: number) =>
  readMarkedText(pdf)
    .filter((piece) => page === undefined || piece.page === page)
    .map(({ text }) => text);

async function sheetOf(table: ReportTable): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await renderXlsx(table)) as unknown as ArrayBuffer);
  return workbook.worksheets[0]!;
}

/** The sheet's own text, as it lies in the archive. */
function sheetXml(archive: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml';
  const at = archive.indexOf(name) + name.length;
  return inflateRawSync(archive.subarray(at)).toString();
}

describe('the same input and creation time', () => {
  const table = tableOf([heading(1, '1 Eiendeler'), line('Bank'), total(1, 'Sum', '1.00')]);

  it('give the same bytes', async () => {
    expect((await drawPdf(table, fonts, 10)).equals(await drawPdf(table, fonts, 10))).toBe(true);
    expect((await renderXlsx(table)).equals(await renderXlsx(table))).toBe(true);
    expect(renderHtml(table)).toBe(renderHtml(table));
  });

  it('and another time others', async () => {
    const later = { ...table, madeAt: '2026-11-21T18:48:02Z' };
    expect((await drawPdf(table, fonts, 10)).equals(await drawPdf(later, fonts, 10))).toBe(false);
    expect((await renderXlsx(table)).equals(await renderXlsx(later))).toBe(false);
  });
});

describe('a workbook', () => {
  it('writes amounts from their exact text, however many digits they have', async () => {
    const xml = sheetXml(await renderXlsx(tableOf([line('Bank', '99999999999999999.99'), line('Bank', '-0.10')])));
    expect(xml).toContain('<v>99999999999999999.99</v>');
    expect(xml).toContain('<v>-0.10</v>');
    await expect(renderXlsx(tableOf([line('Bank', '1e9')]))).rejects.toThrow('not a decimal');
  });

  it('has dates as dates and whole numbers as numbers', async () => {
    const sheet = await sheetOf(tableOf([line('Bank', '1.00', '2024-02-29', '12')]));
    expect(sheet.getCell('C5').value).toEqual(new Date('2024-02-29T00:00:00Z'));
    expect(sheet.getCell('C5').numFmt).toBe('dd.mm.yyyy');
    expect(sheet.getCell('D5').value).toBe(12);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'http://evil.test', "'=1", '<script>', '&amp;', 'Å "sitat"', '   rom   '])(
    'keeps %j as the text it is',
    async (name) => {
      const cell = (await sheetOf(tableOf([line(name)]))).getCell('B5');
      expect(cell.type).toBe(ExcelJS.ValueType.String);
      expect(cell.value).toBe(name);
      expect(cell.formula).toBeUndefined();
    },
  );

  it('marks what a program would take for a formula as text', async () => {
    const styles = [...sheetXml(await renderXlsx(tableOf([line('=1'), line('Bank')]))).matchAll(/<c r="B[56]" s="(\d+)"/g)].map(
      ([, style]) => style,
    );
    expect(styles).toEqual(['10', '0']);
  });

  it('leaves out characters that would make it unreadable', async () => {
    expect((await sheetOf(tableOf([line('a\u0000b\u0008c\ud800d\uffffe')]))).getCell('B5').value).toBe('abc\ufffdde');
    expect(escapeXml('😀 ok')).toBe('😀 ok');
  });

  it('names columns and counts days as the file format does', () => {
    expect([1, 26, 27, 52, 53, 702, 703].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
    expect([dateSerial('1900-03-01'), dateSerial('2026-01-01'), dateSerial('2999-12-31')]).toEqual([61, 46023, 401768]);
  });

  it('packs a hundred thousand lines without holding them twice', async () => {
    const sheet = sheetXml(await renderXlsx(tableOf(Array.from({ length: 100_000 }, (_, index) => line(`Linje ${index}`, `${index}.05`)))));
    expect(sheet.match(/<row /g)).toHaveLength(100_004);
    expect(sheet).toContain('<v>99999.05</v>');
  });
});

describe('a PDF', () => {
  it('keeps a heading with what follows it and a total with what it adds up', async () => {
    for (let filler = 30; filler < 50; filler++) {
      const rows = [
        heading(1, '1 Eiendeler'),
        ...Array.from({ length: filler }, (_, index) => line(`Fyll ${index}`)),
        total(1, 'Sum eiendeler', '1.00'),
        heading(1, '2 Gjeld'),
        heading(2, '20 Egenkapital'),
        line('Siste', '2.00'),
        total(2, 'Sum egenkapital', '2.00'),
        total(1, 'Sum gjeld', '2.00'),
      ];
      const pieces = readMarkedText(await drawPdf(tableOf(rows), fonts, 10));
      const pageOf = (text: string) => pieces.find((piece) => piece.text === text && piece.tag !== 'Artifact')?.page;
      expect(pageOf('2 Gjeld'), `${filler} lines`).toBe(pageOf('Siste'));
      expect(pageOf('20 Egenkapital')).toBe(pageOf('Siste'));
      expect(pageOf('Sum gjeld')).toBe(pageOf('Siste'));
      expect(pageOf('Sum eiendeler')).toBe(pageOf(`Fyll ${filler - 1}`));
    }
  }, 30_000);

  it('says on the next page which groups go on', async () => {
    const rows = [heading(1, '1 Eiendeler'), heading(2, '19 Bank'), ...Array.from({ length: 90 }, (_, index) => line(`Konto ${index}`))];
    const pdf = await drawPdf(tableOf(rows), fonts, 10);
    expect(texts(pdf, 2)).toContain('1 Eiendeler › 19 Bank (forts.)');
    expect(texts(pdf, 1).some((text) => text.includes('forts.'))).toBe(false);
  });

  it('turns the sheet when the words get too little room', async () => {
    const wide = tableOf([line('Bank', '-99999999999999999.99')], {
      columns: [
        { label: 'Konto', kind: 'code' },
        { label: 'Navn', kind: 'text', holdsLabel: true },
        ...['A', 'B', 'C', 'D'].map((label) => ({ label, kind: 'money' as const })),
      ],
      rows: [{ kind: 'line', level: 2, cells: ['1920', 'Bank', ...Array(4).fill('-99999999999999999.99')] }],
    });
    expect((await drawPdf(wide, fonts, 1)).toString('latin1')).toContain('/MediaBox [0 0 841.89 595.28]');
    expect((await drawPdf(tableOf([line('Bank')]), fonts, 1)).toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
  });

  it('takes line breaks and control characters in a name for spaces', async () => {
    expect(texts(await drawPdf(tableOf([line('Ås\nKommune\u0000\tAS')]), fonts, 1))).toContain('Ås Kommune AS');
  });

  it('reads as headings, paragraphs and one table', async () => {
    const tags = readMarkedText(await drawPdf(tableOf([heading(1, '1 Eiendeler'), line('Bank')]), fonts, 1)).map(({ tag }) => tag);
    expect(tags.filter((tag) => tag === 'H1')).toHaveLength(1);
    expect(tags.filter((tag) => tag === 'TH')).toHaveLength(5 + 1 + 1);
    expect(tags.filter((tag) => tag === 'TD')).toHaveLength(4);
  });
});

describe('lines of a cell', () => {
  const byLength = (part: string) => part.length;

  it.each([
    ['kort', 10, ['kort']],
    ['to ord her', 6, ['to ord', 'her']],
    ['bind-strek', 5, ['bind-', 'strek']],
    ['1\u00a0000\u00a0000', 5, ['1\u00a0000', '\u00a0000']],
    ['Donaudampfschifffahrt', 8, ['Donaudam', 'pfschiff', 'fahrt']],
    ['', 5, ['']],
  ])('%j in %i', (text, width, expected) => expect(breakLines(text, width, byLength)).toEqual(expected));

  it('lose nothing, whatever the width', () => {
    const text = 'Et selskap med et usedvanlig langt-og-omstendelig navn 😀😀😀 som ingen hadde tenkt skulle stå på én linje AS';
    for (let width = 2; width < 60; width++) {
      const lines = breakLines(text, width, byLength);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      expect(lines.every((part) => part.length <= width && part.isWellFormed())).toBe(true);
    }
  });
});

describe('the thread that draws', () => {
  const renderer = createPdfRenderer({ pages: 3 });
  afterAll(() => renderer.close());
  const pages = (count: number) => tableOf(Array.from({ length: count * 48 }, (_, index) => line(`Konto ${index}`)));

  it('draws several at once, each its own', async () => {
    const names = ['Alfa AS', 'Beta AS', 'Gamma AS', 'Delta AS'];
    const drawn = await Promise.all(
      names.map((name) => renderer.render(tableOf([line('Bank')], { company: { name, organizationNumber: null } }))),
    );
    for (const [index, pdf] of drawn.entries()) expect(texts(pdf)[0]).toBe(names[index]);
  });

  it('refuses a report of too many pages, and says what to do', async () => {
    await expect(renderer.render(pages(8))).rejects.toMatchObject({
      code: 'common.payload_too_large',
      status: 413,
      message: expect.stringContaining('workbook'),
      details: { limit: 3, pages: expect.any(Number) },
    });
    expect((await renderer.render(tableOf([line('Bank')]))).length).toBeGreaterThan(1000);
  });

  it('fails alone when it takes too long or too much memory: the others get a new thread', async () => {
    const small = tableOf([line('Bank')]);
    const hasty = createPdfRenderer({ seconds: 0.001 });
    await expect(hasty.render(pages(8))).rejects.toMatchObject({ status: 503, code: 'common.service_unavailable' });
    await hasty.close();

    const poor = createPdfRenderer({ megabytes: 24 });
    const [heavy, light] = await Promise.allSettled([poor.render(pages(400)), poor.render(small)]);
    expect(heavy).toMatchObject({ status: 'rejected', reason: { status: 503 } });
    expect(light.status).toBe('fulfilled');
    await poor.close();
  });

  it('takes no more orders than can wait, and leaves none hanging when it closes', async () => {
    const short = createPdfRenderer({ waiting: 2 });
    const orders = Promise.allSettled(Array.from({ length: 5 }, () => short.render(pages(2))));
    await short.close();
    const reasons = (await orders).map((order) => order.status === 'rejected' && order.reason.message);
    expect(reasons.filter((reason) => reason === 'The service is stopping')).toHaveLength(3);
    expect(reasons.filter((reason) => String(reason).startsWith('Too many PDFs'))).toHaveLength(2);
  });
});
