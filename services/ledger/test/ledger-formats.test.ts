import { addMoney } from '@app/money';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { sheetsOf } from '@app/reports/test/workbook';
import type { TestService } from '@app/testing';
import type ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, type Line, openBooks, startReading } from './support/reading-service.ts';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Words that would do harm where text is taken for something else. */
const WICKED = '=HYPERLINK("http://evil.test","Å & <b>Ø</b>")';
const FORMULAS = [WICKED, '+1+cmd|calc', '-2+3', '@SUM(A1)', '\t=1', '<script>alert(1)</script>', '&lt;i&gt;'];

let service: TestService;
let books: Books;

const partners = ['Zeta', 'Ærlig & Sønn', 'Øst', 'Ås Kommune', 'Aas Bygg', WICKED];

beforeAll(async () => {
  service = await startReading();
  books = await openBooks(service, { name: '=1+1 Ærfugl & Åsgård <script>', number: '313609030' });
  for (const [index, name] of partners.entries()) await books.name('businesspartner', index + 1, name);
  const of = (index: number) => [['businesspartner', 1 + (index % partners.length)]] as const;
  // Incoming balances, one of an account and one of a partner that do not move afterwards.
  await books.post('2024-12-31', [
    ['1500', '100.10', of(0)],
    ['2400', '-900.00', of(3)],
    ['1200', '799.90'],
  ]);
  await books.post('2025-06-01', [
    ['6300', '12.00'],
    ['1920', '-12.00'],
  ]);
  for (let index = 0; index < 150; index++) {
    const amount = `${10 ** (index % 8) * (index + 1)}.${String(1 + (index % 99)).padStart(2, '0')}`;
    const day = `2026-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`;
    const text = FORMULAS[index % 9] ?? `Faktura ${index}`;
    const lines: Line[] = [
      [index % 2 ? '1500' : '3000', amount, index % 2 && index % 7 ? of(index) : undefined, text],
      [index % 2 ? '3000' : '2400', `-${amount}`, index % 2 ? undefined : of(index), text],
    ];
    await books.post(day, lines, { description: text });
  }
});
afterAll(() => service.stop());

const reports = [
  { name: 'general-ledger', title: 'Hovedbok', english: 'General ledger' },
  { name: 'accounts-payable', title: 'Leverandørreskontro', english: 'Accounts payable' },
  { name: 'accounts-receivable', title: 'Kundereskontro', english: 'Accounts receivable' },
] as const;
type Report = (typeof reports)[number];

const year = '&date_from=2026-01-01&date_to=2026-12-31';
const ask = ({ name }: Report, accept?: string, query = year, language = 'nb') =>
  books.get(`/api/v2/reports/${name}?client_account_id=${books.id}${query}`, {
    headers: { ...(accept ? { accept } : {}), 'accept-language': language },
  });

/** An amount as people read it, back into decimal text; nothing is nought. */
const plain = (shown: string): string =>
  addMoney(
    shown
      .replace(/[ \u00a0]/g, '')
      .replace('\u2212', '-')
      .replace(',', '.') || '0',
  );
const addUp = (amounts: readonly string[]): string => addMoney('0', ...amounts);

interface Shown {
  /** Debit and credit of every line: sorted, for JSON is ordered by date and the others by account. */
  readonly lines: readonly string[];
  readonly debit: string;
  readonly credit: string;
}

const shownOf = (lines: readonly (readonly [string, string])[]): Shown => ({
  lines: lines.map((each) => each.join(' ')).sort(),
  debit: addUp(lines.map(([debit]) => debit)),
  credit: addUp(lines.map(([, credit]) => credit)),
});

/** What a form says in its last row: debit, credit and balance of all. */
type Total = readonly string[];

async function fromJson(report: Report): Promise<Shown> {
  const text = (await ask(report, undefined, `${year}&per_page=100000`)).bytes.toString();
  const rows = [...text.matchAll(/"debit":([-\d.]+),"credit":([-\d.]+),"debit_amount"/g)];
  return shownOf(rows.map(([, debit, credit]) => [addMoney(debit!), addMoney(credit!)]));
}

async function fromWorkbook(report: Report) {
  const sheet = (await sheetsOf((await ask(report, WORKBOOK)).bytes))[0]!;
  const heads = (sheet.getRow(4).values as unknown[]).map(String);
  const column = (label: string) => heads.indexOf(label);
  const amount = (row: ExcelJS.Row, label: string) => plain(String(row.getCell(column(label)).value ?? ''));
  const lines: [string, string][] = [];
  sheet.eachRow((row, number) => {
    if (number > 4 && row.getCell(column('Dato')).value !== null)
      lines.push([amount(row, 'Debet'), amount(row, 'Kredit')]);
  });
  const last = sheet.getRow(sheet.rowCount);
  const total: Total = ['Debet', 'Kredit', 'Saldo'].map((label) => amount(last, label));
  return { shown: shownOf(lines), total, sheet, column };
}

async function fromPage(report: Report) {
  const page = (await ask(report, 'text/html')).bytes.toString();
  const rows = [...page.matchAll(/<tr class="([lt])[^>]*>(.*?)<\/tr>/g)].map(([, kind, cells]) => ({
    kind,
    hasDate: /class="date">\d\d\.\d\d\.\d{4}</.test(cells!),
    amounts: new Map(
      [...cells!.matchAll(/data-label="([^"]*)">([^<]*)</g)].map(([, label, shown]) => [label!, plain(shown!)]),
    ),
  }));
  const lines = rows.filter(({ kind, hasDate }) => kind === 'l' && hasDate);
  const total: Total = ['Debet', 'Kredit', 'Saldo'].map((label) => rows.at(-1)!.amounts.get(label)!);
  return {
    shown: shownOf(lines.map(({ amounts }) => [amounts.get('Debet')!, amounts.get('Kredit')!])),
    total,
    page,
    rows,
  };
}

async function fromPdf(report: Report) {
  const pieces = readMarkedText((await ask(report, 'application/pdf')).bytes);
  const cells = pieces.filter(({ tag }) => tag === 'TD' || tag === 'TH');
  const isGeneral = report.name === 'general-ledger';
  // Date, number, text as heading; then VAT code, debit, credit, balance, or debit, credit, open, balance.
  const row = ['TD', 'TD', 'TH', 'TD', 'TD', 'TD', 'TD'];
  const [debit, credit, balance] = isGeneral ? [4, 5, 6] : [3, 4, 6];
  const rows: string[][] = [];
  for (let at = 0; at < cells.length; ) {
    const found = cells.slice(at, at + row.length);
    const isRow = found.map(({ tag }) => tag).join() === row.join();
    if (isRow) rows.push(found.map(({ text }) => text));
    at += isRow ? row.length : 1;
  }
  const amounts = (of: string[]): [string, string] => [plain(of[debit!]!), plain(of[credit!]!)];
  const last = rows.at(-1)!;
  return {
    shown: shownOf(rows.filter(([date]) => /^\d\d\.\d\d\.\d{4}$/.test(date!)).map(amounts)),
    total: [...amounts(last), plain(last[balance!]!)] as Total,
    pieces,
  };
}

describe.each(reports)('$name', (report) => {
  it('adds up to the same in four forms, line by line and in total [REP-R01] [REP-R02] [REP-R03] [REP-R04]', async () => {
    const json = await fromJson(report);
    expect(json.lines.length).toBeGreaterThan(70);
    if (report.name === 'general-ledger') expect(json.debit).toBe(json.credit);
    const forms = [await fromWorkbook(report), await fromPage(report), await fromPdf(report)];
    for (const { shown, total } of forms) {
      expect(shown).toEqual(json);
      expect(total.slice(0, 2)).toEqual([json.debit, json.credit]);
      expect(total).toEqual(forms[0]!.total);
    }
  });

  it('opens, runs and closes each group with the balances of the trial balance', async () => {
    const trial = await books.get(
      `/api/v2/reports/trial-balance?client_account_id=${books.id}${year}${
        report.name === 'general-ledger' ? '&include_dimensions=false' : '&group_by_dimension=businesspartner'
      }`,
    );
    const code = { 'general-ledger': '', 'accounts-payable': '2400', 'accounts-receivable': '1500' }[report.name];
    const wanted = (trial.body as Record<string, number | string | null>[])
      .filter(({ account_code }) => account_code !== '2099' && String(account_code).startsWith(code))
      .map((row) =>
        [row.incoming_balance, row.debit, row.credit, row.outgoing_balance].map((n) => addMoney(String(n))),
      );
    const { rows } = await fromPage(report);
    const shown: string[][] = [];
    let opening = '';
    let running = '';
    for (const { kind, hasDate, amounts } of rows.slice(0, -1)) {
      const [debit, credit, balance] = ['Debet', 'Kredit', 'Saldo'].map((label) => amounts.get(label)!);
      if (kind === 'l' && !hasDate) [opening, running] = [balance!, balance!];
      else if (kind === 'l') {
        running = addMoney(running, debit!, `-${credit!}`.replace('--', ''));
        expect(balance).toBe(running);
      } else {
        expect(balance).toBe(running);
        shown.push([opening, debit!, credit!, balance!]);
      }
    }
    expect(shown).toEqual(wanted);
  });

  it('is named after itself and its days', async () => {
    const name = `filename="${report.name}_2026-01-01_2026-12-31`;
    const disposition = async (accept: string, query?: string) =>
      (await ask(report, accept, query)).headers.get('content-disposition');
    expect(await disposition(WORKBOOK)).toContain(`attachment; ${name}.xlsx"`);
    expect(await disposition('application/pdf')).toContain(`attachment; ${name}.pdf"`);
    expect(await disposition('text/html')).toContain(`inline; ${name}.html"`);
    expect(await disposition('text/html', '&date_from=2026-12-01')).toContain(`"${report.name}_from_2026-12-01.html"`);
    expect(await disposition('text/html', '&date_to=2026-01-01')).toContain(`"${report.name}_to_2026-01-01.html"`);
    expect(await disposition('text/html', '')).toContain(`"${report.name}.html"`);
  });

  it('keeps the words of people as words: no formula, no link, no markup', async () => {
    const { sheet } = await fromWorkbook(report);
    const cells: ExcelJS.Cell[] = [];
    sheet.eachRow((row) => row.eachCell((cell) => cells.push(cell)));
    expect(cells.filter((cell) => cell.formula || cell.hyperlink)).toEqual([]);
    expect(cells.some(({ value }) => value === WICKED)).toBe(true);
    const { page } = await fromPage(report);
    expect(page).not.toMatch(/<script|<b>Ø|<i>/);
    expect(page).toContain('&lt;b&gt;Ø&lt;/b&gt;');
    expect(page).toContain('&amp;lt;i&amp;gt;');
  });

  it('has dates as dates, numbers as numbers, and lines under their group in the workbook', async () => {
    const { sheet, column } = await fromWorkbook(report);
    const row = sheet.getRows(5, sheet.rowCount - 4)!.find((each) => each.getCell(column('Dato')).value !== null)!;
    expect(row.getCell(column('Dato')).value).toBeInstanceOf(Date);
    expect(row.getCell(column('Dato')).numFmt).toBe('dd.mm.yyyy');
    expect(typeof row.getCell(column('Saldo')).value).toBe('number');
    expect(row.outlineLevel).toBe(1);
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 4 });
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
        report.title,
        '31.\u00a0desember\u00a02026',
        'NOK',
        'Fortegn: debet minus kredit',
        `Side ${page} av ${pages}`,
        'Saldo',
      ])
        expect(text.replaceAll(' ', '\u00a0'), `page ${page}`).toContain(fact.replaceAll(' ', '\u00a0'));
    }
  });

  it('speaks English to who asks for it, and says what it leaves out', async () => {
    const query = `${year}&include_drafts=true&include_reconciled=false&include_cancelled=false&free_text=1`;
    const page = (await ask(report, 'text/html', query, 'en')).bytes.toString();
    expect(page).toContain(`<h1>${report.english}</h1>`);
    for (const fact of ['Drafts</dt><dd>Included', 'Cancelled entries</dt><dd>Not included', '“1”'])
      expect(page).toContain(fact);
    expect(page).toContain('Reconciled lines</dt><dd>Not included');
  });

  it('is still a report when it is empty, in every form', async () => {
    const none = '&date_from=2026-02-01&date_to=2026-01-01';
    expect((await ask(report, undefined, none)).body).toEqual({
      data: [],
      meta: { page: 1, pages: 1, per_page: 100, records: 0 },
    });
    expect((await ask(report, 'text/html', none)).bytes.toString()).toMatch(/class="empty">Ingen/);
    const pdf = readMarkedText((await ask(report, 'application/pdf', none)).bytes);
    expect(pdf.some(({ text }) => text.startsWith('Ingen'))).toBe(true);
    expect((await ask(report, WORKBOOK, none)).status).toBe(200);
  });
});

it('partners stand in Norwegian order, Æ, Ø and Å last and Aa as Å, and lines without one behind them', async () => {
  const { page } = await fromPage(reports[2]);
  const heads = [...page.matchAll(/<tr class="h h1"[^>]*><th[^>]*>([^<]*)/g)].map(([, name]) => name);
  expect(heads.map((name) => name!.slice(0, 5))).toEqual(['=HYPE', 'Zeta', 'Ærlig', 'Ås Ko', 'Uten ']);
  const payable = await fromPage(reports[1]);
  const names = [...payable.page.matchAll(/<tr class="h h1"[^>]*><th[^>]*>([^<]*)/g)].map(([, name]) => name);
  expect(names).toEqual(['Zeta', 'Øst', 'Aas Bygg', 'Ås Kommune']);
});

it('an account or a partner that only has an incoming balance is shown with it', async () => {
  const general = (await fromPage(reports[0])).page;
  expect(general).toMatch(/1200 [^<]*<\/th><\/tr>\n<tr class="l[^>]*>.*?Inngående saldo.*?799,90/);
  expect((await fromPage(reports[1])).page).toMatch(
    /Ås Kommune<\/th><\/tr>\n<tr class="l[^>]*>.*?Inngående saldo.*?−900,00/,
  );
  // Without a first day nothing was before.
  expect((await ask(reports[0], 'text/html', '')).bytes.toString()).not.toContain('Inngående saldo');
});

it('what is left to reconcile is added up per partner and in all', async () => {
  const { rows } = await fromPage(reports[2]);
  const lines = rows.filter(({ kind, hasDate }) => kind === 'l' && hasDate);
  const total = rows.at(-1)!.amounts;
  expect(total.get('Rest')).toBe(addUp(lines.map(({ amounts }) => amounts.get('Rest')!)));
  expect(total.get('Rest')).toBe(addMoney(total.get('Debet')!, `-${total.get('Kredit')!}`));
});
