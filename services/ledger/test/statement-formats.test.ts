import { addMoney } from '@app/money';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { amountsOf, sheetsOf } from '@app/reports/test/workbook';
import type { TestService } from '@app/testing';
import type ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, startReading } from './support/reading-service.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** A name that would do harm where text is taken for something else. */
const WICKED = '=HYPERLINK("http://evil.test","Å & <b>Ø</b>")';

let service: TestService;
let books: Books;

beforeAll(async () => {
  service = await startReading();
  books = await openBooks(service, { name: '=1+1 Ærfugl & Åsgård <script>', number: '313609030' });
  await books.name('project', 1, WICKED);
  await books.name('project', 2, 'Aas Bygg');
  const chart = await service.db.raw<{ code: string }[]>`
    select account_code as code from ledger.accounts
    where account_code not in ('1920', '2099') and account_code not like '15%' order by account_code`;
  for (const [index, { code }] of chart.entries()) {
    const amount = `${index % 2 ? '-' : ''}${10 ** (index % 7) * (index + 1)}.${String(1 + (index % 99)).padStart(2, '0')}`;
    const against = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    await books.post(`2026-${String(1 + (index % 12)).padStart(2, '0')}-15`, [
      code >= '3' && index % 5 === 0 ? [code, amount, [['project', 1 + (index % 2)]]] : [code, amount],
      ['1920', against],
    ]);
  }
});
afterAll(() => service.stop());

const reports = [
  {
    name: 'balance-sheet',
    query: 'report_date=2026-12-31',
    columns: 1,
    sheetFrom: 3,
    file: 'balance-sheet_2026-12-31',
  },
  {
    name: 'income-statement',
    query: 'date_from=2026-01-01&date_to=2026-12-31',
    columns: 13,
    sheetFrom: 3,
    file: 'income-statement_2026-01-01_2026-12-31',
  },
  {
    name: 'income-statement',
    query: 'date_from=2026-01-01&date_to=2026-12-31&group_by_dimension=project',
    columns: 13,
    sheetFrom: 6,
    file: 'income-statement_2026-01-01_2026-12-31',
  },
] as const;
type Report = (typeof reports)[number];

const ask = ({ name, query }: Report, accept?: string, language = 'nb') =>
  books.get(`/api/v2/reports/${name}?client_account_id=${books.id}&${query}`, {
    headers: { ...(accept ? { accept } : {}), 'accept-language': language },
  });

type Amounts = readonly string[];
/** An amount as people read it, back into decimal text. */
const plain = (shown: string): string =>
  shown
    .replace(/[ \u00a0]/g, '')
    .replace('\u2212', '-')
    .replace(',', '.');
const addUp = (rows: readonly Amounts[]): Amounts =>
  rows[0]!.map((_, column) => addMoney(...rows.map((row) => row[column]!)));

interface Shown {
  /** Amounts of the rows that are no totals. */
  readonly rows: readonly Amounts[];
  /** That of the report. */
  readonly total: Amounts;
}

async function fromJson(report: Report): Promise<Shown> {
  // The bytes, not the parsed floats.
  const text = (await ask(report)).bytes.toString();
  const rows =
    report.columns === 1
      ? [...text.matchAll(/"balance":([-\d.]+)/g)].map(([, amount]) => [addMoney(amount!)])
      : [...text.matchAll(/"period_debit_movements":\{([^}]*)\}/g)].map(([, months]) => {
          const amounts = [...months!.matchAll(/"\d+":([-\d.]+)/g)].map(([, amount]) => addMoney(amount!));
          return [...amounts, addMoney(...amounts)];
        });
  return { rows, total: addUp(rows) };
}

async function fromWorkbook(report: Report): Promise<Shown & { readonly sheet: ExcelJS.Worksheet }> {
  const sheet = (await sheetsOf((await ask(report, WORKBOOK)).bytes))[0]!;
  return { ...amountsOf(sheet, report.sheetFrom, report.columns), sheet };
}

async function fromPage(report: Report): Promise<Shown & { readonly page: string }> {
  const page = (await ask(report, 'text/html')).bytes.toString();
  const rows = [...page.matchAll(/<tr class="([lt])[^>]*>(.*?)<\/tr>/g)].map(([, kind, cells]) => ({
    kind,
    amounts: [...cells!.matchAll(/data-label="[^"]*">([^<]*)</g)].map(([, shown]) => plain(shown!)),
  }));
  const lines = rows.filter(({ kind }) => kind === 'l').map(({ amounts }) => amounts);
  return { rows: lines, total: rows.at(-1)!.amounts, page };
}

async function fromPdf(report: Report): Promise<Shown & { readonly pieces: ReturnType<typeof readMarkedText> }> {
  const pieces = readMarkedText((await ask(report, 'application/pdf')).bytes);
  const cells = pieces.filter(({ tag }) => tag === 'TD' || tag === 'TH');
  // A row is: code, name as its heading, amounts.
  const row = ['TD', 'TH', ...Array<string>(report.columns).fill('TD')];
  const rows: { code: string; amounts: Amounts }[] = [];
  for (let at = 0; at < cells.length; ) {
    const found = cells.slice(at, at + row.length);
    const isRow = found.map(({ tag }) => tag).join() === row.join();
    if (isRow) rows.push({ code: found[0]!.text, amounts: found.slice(2).map(({ text }) => plain(text)) });
    at += isRow ? row.length : 1;
  }
  const lines = rows.filter(({ code }) => code !== '').map(({ amounts }) => amounts);
  return { rows: lines, total: rows.at(-1)!.amounts, pieces };
}

describe.each(reports)('$name?$query', (report) => {
  it('adds up to the same in four forms, row by row and in total [REP-R01] [REP-R02] [REP-R03] [REP-R04]', async () => {
    const json = await fromJson(report);
    expect(json.rows.length).toBeGreaterThan(80);
    if (report.columns === 1) expect(json.total).toEqual(['0.00']);
    for (const shown of [await fromWorkbook(report), await fromPage(report), await fromPdf(report)]) {
      expect(shown.rows).toEqual(json.rows);
      expect(shown.total).toEqual(json.total);
    }
  });

  it('is named after itself and its dates', async () => {
    const name = `filename="${report.file}`;
    expect((await ask(report, WORKBOOK)).headers.get('content-disposition')).toContain(`attachment; ${name}.xlsx"`);
    expect((await ask(report, 'application/pdf')).headers.get('content-disposition')).toContain(
      `attachment; ${name}.pdf"`,
    );
    expect((await ask(report, 'text/html')).headers.get('content-disposition')).toContain(`inline; ${name}.html"`);
  });

  it('keeps the words of people as words: no formula, no link, no markup', async () => {
    const { sheet } = await fromWorkbook(report);
    const cells: ExcelJS.Cell[] = [];
    sheet.eachRow((row) => row.eachCell((cell) => cells.push(cell)));
    expect(cells.filter((cell) => cell.formula || cell.hyperlink)).toEqual([]);
    const { page } = await fromPage(report);
    expect(page).not.toMatch(/<script|<b>Ø/);
    expect(page).toContain('=1+1 Ærfugl &amp; Åsgård &lt;script&gt;');
    if (report.query.includes('group_by')) expect(page).toContain('&lt;b&gt;Ø&lt;/b&gt;');
  });

  it('says on every page of the PDF whose it is, of which days, and which page of how many', async () => {
    const { pieces } = await fromPdf(report);
    const pages = pieces.at(-1)!.page;
    expect(pages).toBeGreaterThan(1);
    for (let page = 1; page <= pages; page++) {
      const text = pieces
        .filter((piece) => piece.page === page)
        .map((piece) => piece.text)
        .join('\n');
      for (const fact of [
        'Ærfugl & Åsgård <script>',
        '313\u00a0609\u00a0030',
        '31.\u00a0desember\u00a02026',
        'NOK',
        'Fortegn: debet minus kredit',
        `Side ${page} av ${pages}`,
      ])
        expect(text.replaceAll(' ', '\u00a0'), `page ${page}`).toContain(fact.replaceAll(' ', '\u00a0'));
    }
  });

  it('speaks English to who asks for it', async () => {
    const page = (await ask(report, 'text/html', 'en')).bytes.toString();
    const title = report.name === 'balance-sheet' ? 'Balance sheet' : 'Income statement';
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain('31\u00a0December\u00a02026');
  });
});

it('an empty statement is still a report, in every form', async () => {
  const empty = await openBooks(service, { name: 'Tom AS' });
  for (const { name } of reports) {
    const get = (accept: string) =>
      empty.get(`/api/v2/reports/${name}?client_account_id=${empty.id}`, { headers: { accept } });
    expect((await get('application/json')).body).toEqual([]);
    expect((await get('text/html')).bytes.toString()).toMatch(/class="empty">Ingen/);
    expect(readMarkedText((await get('application/pdf')).bytes).some(({ text }) => text.startsWith('Ingen'))).toBe(
      true,
    );
    expect((await get(WORKBOOK)).status).toBe(200);
  }
});
