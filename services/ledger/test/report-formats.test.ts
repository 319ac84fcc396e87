import { addMoney } from '@app/money';
import { accessFaults } from '@app/paper/test/pdf-access';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { amountsOf, sheetsOf } from '@app/reports/test/workbook';
import type { TestService } from '@app/testing';
import type ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, startReading } from './support/reading-service.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Names that would do harm where text is taken for something else. */
const WICKED = '=HYPERLINK("http://evil.test","Å & <b>Ø</b>")';
const LONG = `Et selskap med et navn som ingen får plass til på én linje, ${'meget '.repeat(20)}langt AS`;

let service: TestService;
let books: Books;

beforeAll(async () => {
  service = await startReading();
  books = await openBooks(service, { name: 'Ærfugl & Åsgård <AS>', number: '313609030' });
  for (const [id, name] of [
    [1, WICKED],
    [2, LONG],
    [3, 'Aas Bygg'],
  ] as const)
    await books.name('businesspartner', id, name);
  const chart = await service.db.raw<{ code: string }[]>`
    select account_code as code from ledger.accounts where account_code not in ('1920', '2099') order by account_code`;
  // Every account of the chart, so that the PDF has several pages; amounts with every number of digits, on both sides.
  for (const [index, { code }] of chart.entries()) {
    const amount = `${index % 2 ? '-' : ''}${10 ** (index % 9) * (index + 1)}.${String(index % 100).padStart(2, '0')}`;
    const against = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    const dimensions = code === '1500' ? ([['businesspartner', 1]] as const) : undefined;
    await books.post(`202${5 + (index % 2)}-0${1 + (index % 9)}-15`, [
      dimensions ? [code, amount, dimensions] : [code, amount],
      ['1920', against],
    ]);
  }
  for (const id of [2, 3])
    await books.post('2026-04-01', [
      ['1500', '1234567.89', [['businesspartner', id]]],
      ['1500', '-1234567.89'],
    ]);
  await books.post('2026-05-01', [
    ['1920', '0.10'],
    ['3000', '-0.10'],
  ]);
});
afterAll(() => service.stop());

const path = `/api/v2/reports/trial-balance?client_account_id=`;
const query = '&date_from=2026-01-01&date_to=2026-12-31';
const ask = (accept: string | undefined, headers: Record<string, string> = {}, of = books, more = query) =>
  of.get(`${path}${of.id}${more}`, { headers: { ...(accept ? { accept } : {}), ...headers } });

type Amounts = readonly [incoming: string, debit: string, credit: string, outgoing: string];
/** An amount as people read it, back into decimal text. */
const plain = (shown: string): string =>
  shown
    .replace(/[ \u00a0]/g, '')
    .replace('\u2212', '-')
    .replace(',', '.');
const addUp = (rows: readonly Amounts[]): Amounts =>
  [0, 1, 2, 3].map((column) => addMoney(...rows.map((row) => row[column]!))) as unknown as Amounts;

interface Shown {
  /** Amounts of the rows that are no totals. */
  readonly rows: readonly Amounts[];
  /** The last total: that of the report. */
  readonly total: Amounts;
}

async function fromJson(): Promise<Shown> {
  const answer = await ask(undefined);
  // The bytes, not the parsed floats.
  const rows = [
    ...answer.bytes
      .toString()
      .matchAll(/"incoming_balance":([^,]+),"debit":([^,]+),"credit":([^,]+),"outgoing_balance":([^,]+),/g),
  ];
  const amounts = rows.map(([, ...cells]) => cells.map((cell) => addMoney(cell)) as unknown as Amounts);
  return { rows: amounts, total: addUp(amounts) };
}

async function fromWorkbook(): Promise<Shown & { readonly sheet: ExcelJS.Worksheet }> {
  const answer = await ask(WORKBOOK);
  expect(answer.headers.get('content-type')).toBe(WORKBOOK);
  const sheet = (await sheetsOf(answer.bytes))[0]!;
  return { ...(amountsOf(sheet, 6, 4) as unknown as Shown), sheet };
}

async function fromPage(): Promise<Shown & { readonly page: string }> {
  const answer = await ask('text/html');
  const page = answer.bytes.toString();
  const rows = [...page.matchAll(/<tr class="([lt])[^>]*>(.*?)<\/tr>/g)].map(([, kind, cells]) => ({
    kind,
    amounts: [...cells!.matchAll(/data-label="[^"]*">([^<]*)</g)].map(([, shown]) =>
      plain(shown!),
    ) as unknown as Amounts,
  }));
  return {
    rows: rows.filter(({ kind }) => kind === 'l').map(({ amounts }) => amounts),
    total: rows.at(-1)!.amounts,
    page,
  };
}

async function fromPdf(): Promise<
  Shown & { readonly pieces: ReturnType<typeof readMarkedText>; readonly bytes: Buffer }
> {
  const answer = await ask('application/pdf');
  const pieces = readMarkedText(answer.bytes);
  const cells = pieces.filter(({ tag }) => tag === 'TD' || tag === 'TH');
  const rows: { code: string; amounts: Amounts }[] = [];
  // A row is: code, name as its heading, four amounts.
  for (const [index, cell] of cells.entries()) {
    if (
      cells
        .slice(index, index + 6)
        .map(({ tag }) => tag)
        .join() !== 'TD,TH,TD,TD,TD,TD'
    )
      continue;
    rows.push({
      code: cell.text,
      amounts: cells.slice(index + 2, index + 6).map(({ text }) => plain(text)) as unknown as Amounts,
    });
  }
  return {
    rows: rows.filter(({ code }) => code !== '').map(({ amounts }) => amounts),
    total: rows.at(-1)!.amounts,
    pieces,
    bytes: answer.bytes,
  };
}

describe('one question in four formats', () => {
  it('adds up to the same, row by row and in total', async () => {
    const json = await fromJson();
    expect(json.rows.length).toBeGreaterThan(250);
    expect(json.total).toEqual(['0.00', json.total[1], json.total[1], '0.00']);
    for (const shown of [await fromWorkbook(), await fromPage(), await fromPdf()]) {
      expect(shown.rows).toEqual(json.rows);
      expect(shown.total).toEqual(json.total);
      expect(addUp(shown.rows)).toEqual(json.total);
    }
  });

  it('is JSON unless something else is asked for [REP-R01]', async () => {
    for (const accept of [undefined, '*/*', 'application/*', 'text/html;q=0.1, application/json']) {
      const answer = await ask(accept);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(Array.isArray(answer.body)).toBe(true);
    }
  });
});

describe('the workbook', () => {
  it('is an attachment named after the report and its dates [REP-R02]', async () => {
    const answer = await ask(WORKBOOK);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain(
      'attachment; filename="trial-balance_2026-01-01_2026-12-31.xlsx"',
    );
    expect(answer.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('freezes and repeats its head, filters, outlines, and merges nothing', async () => {
    const { sheet } = await fromWorkbook();
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 4 });
    expect(sheet.pageSetup.printTitlesRow).toBe('1:4');
    expect(sheet.autoFilter).toBe(`A4:L${sheet.rowCount}`);
    expect(sheet.getRow(5).outlineLevel).toBeGreaterThan(0);
    expect(sheet.getRow(sheet.rowCount).outlineLevel ?? 0).toBe(0);
    expect((sheet as unknown as { model: { merges: unknown[] } }).model.merges).toEqual([]);
    expect(sheet.getCell('A1').value).toBe('Saldobalanse · Ærfugl & Åsgård <AS> · Org.nr.\u00a0313\u00a0609\u00a0030');
    expect(sheet.getCell('F5').numFmt).toBe('#,##0.00;"\u2212"#,##0.00');
  });

  it('keeps the words of people as text, never as a formula or a link', async () => {
    const { sheet } = await fromWorkbook();
    const cells: ExcelJS.Cell[] = [];
    sheet.eachRow((row) => row.eachCell((cell) => cells.push(cell)));
    expect(cells.filter((cell) => cell.formula || cell.hyperlink)).toEqual([]);
    expect(cells.filter((cell) => cell.value === WICKED)).toHaveLength(1);
  });
});

describe('the page', () => {
  it('is shown in place, in the language asked for [REP-R03]', async () => {
    const answer = await ask('text/html', { 'accept-language': 'en' });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    expect(answer.bytes.toString()).toContain('<html lang="en">');
    expect(answer.bytes.toString()).toContain('<h1>Trial balance</h1>');
    expect((await fromPage()).page).toContain('<h1>Saldobalanse</h1>');
  });

  it('runs nothing and loads nothing', async () => {
    const answer = await ask('text/html');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.bytes.toString()).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|style="|url\(|@import/i);
  });

  it('escapes the words of people', async () => {
    const { page } = await fromPage();
    expect(page).not.toContain('<b>Ø</b>');
    expect(page).toContain('&lt;b&gt;Ø&lt;/b&gt;');
    expect(page).toContain('Ærfugl &amp; Åsgård &lt;AS&gt;');
  });

  it('says what it is: company, number, period, currency, filters, sign rule, when and by whom', async () => {
    const { page } = await fromPage();
    for (const fact of [
      '313\u00a0609\u00a0030',
      '1.\u00a0januar\u00a02026 – 31.\u00a0desember\u00a02026',
      'NOK',
      'Ikke tatt med',
      'debet minus kredit',
      'av Åse Ærlig',
    ])
      expect(page).toContain(fact);
  });
});

describe('the PDF', () => {
  it('is an attachment named after the report and its dates [REP-R04]', async () => {
    const answer = await ask('application/pdf');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain('filename="trial-balance_2026-01-01_2026-12-31.pdf"');
    expect(answer.bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
  });

  it('is PDF/A-2a and PDF/UA-1: tagged, with a language, and its fonts inside', async () => {
    const text = (await fromPdf()).bytes.toString('latin1');
    expect(text).toContain('/Marked true');
    expect(text).toContain('/Lang (nb-NO)');
    expect(text).toContain('pdfaid:conformance>A<');
    expect(await accessFaults((await fromPdf()).bytes)).toEqual([]);
    expect(text.match(/\/FontFile2/g)).toHaveLength(2);
  });

  it('has the head and the page number on every page, and the heads of the columns', async () => {
    const { pieces } = await fromPdf();
    const pages = pieces.at(-1)!.page;
    expect(pages).toBeGreaterThan(8);
    for (let page = 1; page <= pages; page++) {
      const text = pieces
        .filter((piece) => piece.page === page)
        .map((piece) => piece.text)
        .join('\n');
      for (const fact of [
        'Ærfugl & Åsgård <AS>',
        '313 609 030',
        'Saldobalanse',
        '31. desember 2026',
        'NOK',
        'debet minus kredit',
        'av Åse Ærlig',
        `Side ${page} av ${pages}`,
        'Debet',
      ])
        expect(text, `page ${page}`).toContain(fact);
    }
  });

  it('breaks long names into lines and loses nothing', async () => {
    const { pieces } = await fromPdf();
    expect(pieces.filter(({ text }) => text.replaceAll('\n', ' ').trim() === LONG)).toHaveLength(1);
    expect(pieces.some(({ text }) => text.includes('\ufffd'))).toBe(false);
  });
});

it('an empty report is still a report, in every format', async () => {
  const empty = await openBooks(service, { name: 'Tom AS' });
  const html = (await ask('text/html', {}, empty)).bytes.toString();
  expect(html).toContain('Ingen posteringer i utvalget.');
  const pdf = readMarkedText((await ask('application/pdf', {}, empty)).bytes);
  expect(pdf.map(({ text }) => text)).toContain('Ingen posteringer i utvalget.');
  const [sheet] = await sheetsOf((await ask(WORKBOOK, {}, empty)).bytes);
  expect(sheet!.getCell('A5').value).toBe('Ingen posteringer i utvalget.');
  expect((await ask(undefined, {}, empty)).body).toEqual([]);
});
