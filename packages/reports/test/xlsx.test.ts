import { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { ReportRow } from '../src/table.ts';
import { sheetName } from '../src/xlsx.ts';
import { cellText, isExactNumber } from '../src/xlsx-cells.ts';
import { heading, line, type TestTable, tableOf, total, workbookOf } from './support/tables.ts';
import { sheetsOf } from './support/workbook.ts';

const sheetOf = async (table: TestTable) => (await sheetsOf(await workbookOf(table)))[0]!;

/** The sheet's own text, as it lies in the archive. */
function sheetXml(archive: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml';
  const at = archive.indexOf(name) + name.length;
  return inflateRawSync(archive.subarray(at)).toString();
}

describe('figures', () => {
  it.each([
    ['0.00', 0],
    ['-0.10', -0.1],
    ['1234567.89', 1234567.89],
    ['9999999999999.99', 9999999999999.99],
    ['-9007199254740.99', -9007199254740.99],
    ['123456789012345.00', 123456789012345],
  ])('%s is a number cell with a format and keeps every digit', async (amount, value) => {
    const cell = (await sheetOf(tableOf([line('Bank', amount)]))).getCell('E5');
    expect(cell.value).toBe(value);
    expect(cell.numFmt).toBe('#,##0.00;"\u2212"#,##0.00');
  });

  it.each(['99999999999999999.99', '-10000000000000.01', '1234567890123456'])(
    '%s has more digits than a number cell keeps: its text',
    async (amount) => {
      const cell = (await sheetOf(tableOf([line('Bank', amount)]))).getCell('E5');
      expect(cell.value).toBe(amount);
      expect(cell.alignment.horizontal).toBe('right');
    },
  );

  it('knows which decimals a number cell keeps', () => {
    for (const exact of ['0', '-0.00', '000123456789012345.00', '0.123456789012345', '999999999999999'])
      expect(isExactNumber(exact), exact).toBe(true);
    for (const long of ['1234567890123456', '0.1234567890123456', '10000000000000.01'])
      expect(isExactNumber(long), long).toBe(false);
  });

  it('that are no decimals are a mistake of ours and make no workbook', async () => {
    await expect(workbookOf(tableOf([line('Bank', '1e9')]))).rejects.toThrow('not a decimal');
    await expect(workbookOf(tableOf([line('Bank', '=1')]))).rejects.toThrow('not a decimal');
  });

  it('are dates and whole numbers where they are', async () => {
    const sheet = await sheetOf(
      tableOf([
        line('Bank', '1.00', '2024-02-29', '12'),
        line('Bank', '1.00', '1899-12-31'),
        line('Bank', '1.00', '1900-03-01'),
      ]),
    );
    expect(sheet.getCell('C5').value).toEqual(new Date('2024-02-29T00:00:00Z'));
    expect(sheet.getCell('C5').numFmt).toBe('dd.mm.yyyy');
    expect(sheet.getCell('D5').value).toBe(12);
    expect(sheet.getCell('C6').value).toBe('1899-12-31');
    expect(sheet.getCell('C7').value).toEqual(new Date('1900-03-01T00:00:00Z'));
  });
});

describe('words of people', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    'http://evil.test',
    "'=1",
    '<script>',
    'Å "sitat"',
    '   rom   ',
    "=cmd|'/C calc'!A0",
  ])('are the text they are: %j', async (name) => {
    const cell = (await sheetOf(tableOf([line(name)]))).getCell('B5');
    expect(cell.type).toBe(ExcelJS.ValueType.String);
    expect(cell.value).toBe(name);
    expect(cell.formula).toBeUndefined();
    // A cell of this format keeps its text as text also when somebody edits it.
    expect(cell.numFmt).toBe('@');
  });

  it('are not read as markup', async () => {
    expect(sheetXml(await workbookOf(tableOf([line('&amp;<f>1</f>')])))).toContain(
      '<v>&amp;amp;&lt;f&gt;1&lt;/f&gt;</v>',
    );
  });

  it('lose the characters that would make the file unreadable, and what is longer than a cell', async () => {
    expect((await sheetOf(tableOf([line('a\u0000b\u0008c\ud800d\uffffe😀')]))).getCell('B5').value).toBe(
      'abc\ufffdde😀',
    );
    expect(cellText('x'.repeat(40_000))).toHaveLength(32_767);
    expect(cellText('😀'.repeat(20_000)).isWellFormed()).toBe(true);
  });
});

describe('the sheet', () => {
  const rows = [
    heading(1, '1 Eiendeler'),
    line('Bank', '2.00'),
    line('Kasse', '1.00'),
    total(1, 'Sum eiendeler', '3.00'),
    total(0, 'Sum', '3.00'),
  ];

  it('has a frozen and repeated head, a filter, widths and an outline', async () => {
    const sheet = await sheetOf(tableOf(rows));
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 4, showGridLines: false });
    expect(sheet.pageSetup).toMatchObject({
      printTitlesRow: '1:4',
      orientation: 'landscape',
      fitToWidth: 1,
      fitToHeight: 0,
      paperSize: 9,
    });
    expect(sheet.autoFilter).toBe('A4:E8');
    expect([5, 6, 7, 8].map((row) => sheet.getRow(row).outlineLevel ?? 0)).toEqual([2, 2, 0, 0]);
    expect(sheet.getCell('A1').value).toBe('Saldobalanse · Ærfugl AS · Org.nr.\u00a0313\u00a0609\u00a0030');
    expect(sheet.getColumn(2).width).toBe('Sum eiendeler'.length + 3);
    expect(sheet.headerFooter.oddFooter).toBe('&LÆrfugl AS&RSide &P av &N');
    expect(sheet.getCell('B7').value).toBe('Sum eiendeler');
    expect(sheet.getCell('A7').border.top?.style).toBe('thin');
  });

  it('goes on in another one when it is full, with the same head and a filter of its own', async () => {
    const many: readonly ReportRow[] = Array.from({ length: 13 }, (_, index) => line(`Linje ${index}`, `${index}.05`));
    const sheets = await sheetsOf(await workbookOf(tableOf(many), { sheetRows: 10 }));
    expect(sheets.map(({ name }) => name)).toEqual(['Saldobalanse', 'Saldobalanse (2)', 'Saldobalanse (3)']);
    expect(sheets.map(({ autoFilter }) => autoFilter)).toEqual(['A4:E10', 'A4:E10', 'A4:E5']);
    expect(sheets[2]!.getCell('A4').value).toBe('Konto');
    expect(sheets[2]!.getCell('E5').value).toBe(12.05);
  });

  it.each([
    ['Balanse: 1/2 [utkast]*?', 'Balanse  1 2  utkast'],
    ["'Anlegg'", 'Anlegg'],
    ['///', 'Rapport'],
    ['x'.repeat(40), 'x'.repeat(31)],
  ])('takes a name that programs accept: %j', (title, expected) => {
    expect(sheetName({ title, language: 'nob' }, 1)).toBe(expected);
    expect(sheetName({ title, language: 'nob' }, 12)).toBe(`${expected.slice(0, 26)} (12)`);
  });

  it('survives a title and a company of hostile characters', async () => {
    const sheet = await sheetOf(
      tableOf(rows, { title: '"><x>&[Ærlig]', company: { name: '&P <A> & "B"', organizationNumber: null } }),
    );
    expect(sheet.name).toBe('"><x>& Ærlig');
    expect(sheet.headerFooter.oddFooter).toContain('&L&&P <A> && "B"&R');
  });

  it('says so when there are no rows', async () => {
    expect((await sheetOf(tableOf([]))).getCell('A5').value).toBe('Ingenting.');
  });
});

it('packs a hundred thousand lines', async () => {
  const many = Array.from({ length: 100_000 }, (_, index) => line(`Linje ${index}`, `${index}.05`));
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(
    Readable.from([await workbookOf(tableOf(many), { first: 100 })]),
    {},
  );
  let rows = 0;
  let last: unknown;
  for await (const sheet of reader)
    for await (const row of sheet) {
      rows++;
      last = row.getCell(5).value;
    }
  expect([rows, last]).toEqual([100_004, 99_999.05]);
});
