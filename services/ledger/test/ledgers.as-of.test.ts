import { addMoney, decimal } from '@app/money';
import { readMarkedText } from '@app/paper/test/pdf-text';
import { sheetsOf } from '@app/reports/test/workbook';
import type { TestService } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Random, randomFrom } from './support/random.ts';
import { type Books, openBooks, startReading } from './support/reading-service.ts';

// Subledgers as of a past day: the lines that were open then add up to the balance that the account had.

let service: TestService;
beforeAll(async () => {
  service = await startReading();
});
afterAll(() => service.stop());

const reports = { 'accounts-receivable': '1500', 'accounts-payable': '2400' } as const;
type Report = keyof typeof reports;
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Row {
  readonly id: number;
  readonly debit_amount: number;
  readonly reconciled_amount: number;
  readonly dimensions: readonly { readonly relation_id: number }[];
  readonly journal_entry: { readonly cancelled: string | null };
}

const ask = (books: Books, report: Report, query: string, accept = 'application/json') =>
  books.get(`/api/v2/reports/${report}?client_account_id=${books.id}${query}`, { headers: { accept } });

async function rowsOf(books: Books, report: Report, query: string): Promise<readonly Row[]> {
  const answer = await ask(books, report, `&per_page=1000${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

/** With spaces that break. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

const restOf = ({ debit_amount, reconciled_amount }: Row): string =>
  addMoney(String(debit_amount), String(-reconciled_amount));
const rests = (rows: readonly Row[]) => rows.map((row) => [row.id, restOf(row)]);
const sumOf = (rows: readonly Row[]): string => addMoney('0', ...rows.map(restOf));

/** Reconciles amounts of lines with each other. */
async function reconcile(books: Books, id: number, claims: readonly (readonly [number, string])[]): Promise<void> {
  const command = {
    ...{ client_account_id: books.id, command_key: `r${id}`, kind: 'internal', reconciliation_id: id },
    now: '2026-06-01T12:00:00Z',
    claims: claims.map(([line_id, amount], index) => ({
      ...{ entry_id: id * 100 + index, line_id, amount, amount_fc: amount },
    })),
  };
  await expect(run('claim_lines', command)).resolves.toMatchObject({ faults: [] });
}
const release = (books: Books, id: number) =>
  run('release_lines', {
    ...{ client_account_id: books.id, command_key: `r${id}`, kind: 'internal', reconciliation_id: id },
    now: '2026-06-02T12:00:00Z',
  });
async function run(name: 'claim_lines' | 'release_lines', command: object) {
  const [row] = await service.db.executor.execute<{ answer: Record<string, unknown> }>(
    sql`select ${sql.raw(name)}(${JSON.stringify(command)}::jsonb) as answer`,
  );
  return row!.answer;
}

interface PlainLine {
  readonly id: number;
  readonly code: string;
  readonly day: string;
  readonly amount: string;
  readonly partner: number | null;
  readonly cancelled: string | null;
}

/** The lines of the subledgers, read by nothing that the reports share. */
async function plainLines(books: Books): Promise<readonly PlainLine[]> {
  const rows = await service.db.raw<PlainLine[]>`
    select l.id, a.account_code as code, l.posting_date::text as day, (l.debit - l.credit)::text as amount, e.cancelled,
      (select d.relation_id from ledger.journal_line_dimensions d where d.client_account_id = l.client_account_id and d.journal_line_id = l.id) as partner
    from ledger.journal_lines l join ledger.accounts a on a.id = l.account_id
    join ledger.journal_entries e on e.client_account_id = l.client_account_id and e.id = l.journal_entry_id
    where l.client_account_id = ${books.id} and a.account_code in ('1500', '2400') order by l.id`;
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    partner: row.partner === null ? null : Number(row.partner),
  }));
}

const days = ['2025-10-31', '2025-11-15', '2025-12-30', '2025-12-31', '2026-01-01', '2026-01-15', '2026-02-28'];

/** Bills and payments of three partners and of none, some cancelled, many reconciled in part or whole, some released again. */
async function randomBooks(random: Random): Promise<Books> {
  const books = await openBooks(service);
  for (const id of [1, 2, 3]) await books.name('businesspartner', id, `Partner ${id}`);
  for (let i = 0; i < 60; i++) {
    const amount = `${random.below(2) ? '-' : ''}${1 + random.below(300)}.${String(random.below(100)).padStart(2, '0')}`;
    const partner = random.below(4);
    const against = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    const entry = await books.post(random.pick(days), [
      [random.pick(['1500', '2400']), amount, partner === 0 ? undefined : [['businesspartner', partner]]],
      ['3000', against],
    ]);
    if (random.below(6) === 0) await books.cancel(entry, random.pick(days));
  }
  const left = new Map<number, number>();
  const standing = (await plainLines(books)).filter(({ cancelled }) => cancelled === null);
  for (const { id, amount } of standing) left.set(id, Math.round(Number(amount) * 100));
  const text = (cents: number): string => decimal(String(cents)).dividedBy(100).toFixed(2);
  for (let id = 1; id <= 15; id++) {
    const { code, partner } = random.pick(standing);
    const of = standing.filter((line) => line.code === code && line.partner === partner && random.below(3) > 0);
    const side = (sign: 1 | -1) => of.filter((line) => left.get(line.id)! * sign > 0);
    const total = (sign: 1 | -1) => side(sign).reduce((sum, line) => sum + left.get(line.id)! * sign, 0);
    let rest = Math.min(total(1), total(-1));
    if (rest > 1 && random.below(2)) rest = 1 + random.below(rest);
    const claims: [number, string][] = [];
    for (const sign of [1, -1] as const) {
      let missing = rest;
      for (const line of side(sign)) {
        const taken = Math.min(missing, left.get(line.id)! * sign);
        if (taken > 0) claims.push([line.id, text(taken * sign)]);
        missing -= taken;
      }
    }
    if (claims.length === 0) continue;
    await reconcile(books, id, claims);
    if (random.below(5) === 0) await release(books, id);
    else for (const [line, amount] of claims) left.set(line, left.get(line)! - Math.round(Number(amount) * 100));
  }
  return books;
}

it.each([1, 2, 3, 4])('random books %s: on every day open items add up to the balance [REP-R27]', async (seed) => {
  const books = await randomBooks(randomFrom(seed));
  const lines = await plainLines(books);
  const now = new Map<Report, readonly Row[]>();
  for (const report of Object.keys(reports) as Report[])
    now.set(report, await rowsOf(books, report, '&include_reconciled=false'));
  let reopened = 0;
  for (const day of ['2025-10-30', ...days, '2026-01-14', '2026-12-31'])
    for (const report of Object.keys(reports) as Report[])
      for (const cancelled of ['', '&include_cancelled=false']) {
        const query = `&as_of_date=${day}${cancelled}`;
        const open = await rowsOf(books, report, `${query}&include_reconciled=false`);
        const all = await rowsOf(books, report, query);
        const posted = lines.filter((line) => line.code === reports[report] && line.day <= day);
        for (const partner of [1, 2, 3, null]) {
          const of = open.filter(({ dimensions }) => (dimensions[0]?.relation_id ?? null) === partner);
          const balance = addMoney(
            '0',
            ...posted.filter((line) => line.partner === partner).map(({ amount }) => amount),
          );
          expect(sumOf(of), `${report} ${query} ${partner}`).toBe(balance);
        }
        expect(rests(open)).toEqual(rests(all.filter((row) => restOf(row) !== '0.00')));
        // Never more than the line, and never the other way round.
        for (const row of all) {
          expect(Math.abs(row.reconciled_amount)).toBeLessThanOrEqual(Math.abs(row.debit_amount));
          expect(row.reconciled_amount * row.debit_amount).toBeGreaterThanOrEqual(0);
        }
        if (cancelled === '') expect(all.map(({ id }) => id).sort()).toEqual(posted.map(({ id }) => id).sort());
        else expect(all.every(({ journal_entry }) => journal_entry.cancelled === null)).toBe(true);
        // A page of more than a piece is read in another way, and pages of one line are its parts.
        const { body } = await ask(books, report, `&per_page=1001${query}&include_reconciled=false`);
        expect(body.data).toEqual(open);
        const [second] = (await ask(books, report, `&per_page=1&page=2${query}&include_reconciled=false`)).body.data;
        expect(second).toEqual(open[1] ?? open[0]);
        reopened += open.filter(({ id }) => !now.get(report)!.some((row) => row.id === id)).length;
      }
  expect(reopened).toBeGreaterThan(0);
  // After the last posting it is what it is now.
  for (const [report, rows] of now)
    expect(await rowsOf(books, report, '&include_reconciled=false&as_of_date=2026-12-31')).toEqual(rows);
});

describe('a customer who paid in parts, the last one after the year', () => {
  let books: Books;
  let bill: number;
  let first: number;
  let last: number;
  beforeAll(async () => {
    books = await openBooks(service);
    await books.name('businesspartner', 1, 'Aas Bygg');
    const of = [['businesspartner', 1]] as const;
    await books.post('2025-12-01', [
      ['1500', '1000.00', of],
      ['3000', '-1000.00'],
    ]);
    for (const [day, amount] of [
      ['2025-12-15', '400.00'],
      ['2026-01-10', '600.00'],
    ] as const)
      await books.post(day, [
        ['1500', `-${amount}`, of],
        ['1920', amount],
      ]);
    const wrong = await books.post('2025-12-20', [
      ['1500', '70.00', of],
      ['3000', '-70.00'],
    ]);
    await books.cancel(wrong, '2026-02-01');
    const lines = await plainLines(books);
    [bill, first, last] = ['1000.00', '-400.00', '-600.00'].map(
      (amount) => lines.find((line) => line.amount === amount)!.id,
    ) as [number, number, number];
    await reconcile(books, 1, [
      [bill, '1000.00'],
      [first, '-400.00'],
      [last, '-600.00'],
    ]);
  });

  const open = (query: string) => rowsOf(books, 'accounts-receivable', `&include_reconciled=false${query}`);

  it('owed what was not paid by then, and nothing afterwards [REP-R27]', async () => {
    const only = '&include_cancelled=false';
    expect(rests(await open('&as_of_date=2025-12-14&free_text=1500'))).toEqual([[bill, '1000.00']]);
    const atYearEnd = await open(`&as_of_date=2025-12-31${only}`);
    expect(atYearEnd.map(restOf)).toEqual(['600.00', '70.00']);
    expect(atYearEnd[0]).toMatchObject({ id: bill, reconciled_amount: 400 });
    // The reversal had not happened.
    expect(atYearEnd[1]!.journal_entry.cancelled).toBeNull();
    expect(rests(await open(`&as_of_date=2026-01-10${only}&date_to=2026-12-31`))).toMatchObject([
      [expect.any(Number), '70.00'],
    ]);
    expect(await open(`&as_of_date=2026-02-01${only}`)).toEqual([]);
    // Other days of the list do not move the day of which it is.
    expect(rests(await open('&as_of_date=2025-12-31&date_to=2025-12-14'))).toEqual([[bill, '600.00']]);
    expect(await open('&as_of_date=2025-11-30')).toEqual([]);
  });

  it('owes nothing now, whatever days are listed: JSON mirrors the lines as they are unless a day is named', async () => {
    expect(await open('&date_to=2025-12-31&include_cancelled=false')).toEqual([]);
    const [row] = await rowsOf(books, 'accounts-receivable', '&date_to=2025-12-31');
    expect(row).toMatchObject({ id: bill, reconciled_amount: 1000 });
  });

  it('is shown alike on a page, in a workbook and in a PDF, which say of which moment they are', async () => {
    for (const [query, rest, moment] of [
      ['&as_of_date=2025-12-31', '670,00', 'Per 31. desember 2025'],
      ['&as_of_date=2025-12-31&include_reconciled=false&include_cancelled=false', '670,00', 'Per 31. desember 2025'],
      ['&as_of_date=2025-12-31&date_from=2025-12-01', '670,00', 'Per 31. desember 2025'],
      ['&date_to=2025-12-31', '70,00', 'Slik de er når rapporten lages'],
    ] as const) {
      const rows = await rowsOf(books, 'accounts-receivable', query);
      expect(sumOf(rows).replace('.', ',')).toBe(rest);
      const page = plain((await ask(books, 'accounts-receivable', query, 'text/html')).bytes.toString());
      expect(page).toContain(moment);
      expect([...page.matchAll(/data-label="Rest">([^<]*)</g)].at(-1)![1], query).toBe(rest);
      const { bytes } = await ask(books, 'accounts-receivable', query, 'application/pdf');
      const pieces = readMarkedText(bytes);
      expect(plain(pieces.map(({ text }) => text).join(' '))).toContain(moment);
      // The last row: debit, credit, what was open, balance.
      expect(pieces.filter(({ tag }) => tag === 'TD').at(-2)!.text).toBe(rest);
      const sheets = await sheetsOf((await ask(books, 'accounts-receivable', query, WORKBOOK)).bytes);
      const sheet = sheets[0]!;
      const column = (sheet.getRow(4).values as unknown[]).indexOf('Rest');
      expect(Number(sheet.getRow(sheet.rowCount).getCell(column).value)).toBe(Number(rest.replace(',', '.')));
      expect(plain(JSON.stringify(sheets.map((each) => each.getSheetValues())))).toContain(moment);
    }
  });
});

it('settles the oldest first, within an account and a partner', async () => {
  const books = await openBooks(service);
  for (const id of [1, 2]) await books.name('businesspartner', id, `Partner ${id}`);
  const post = async (day: string, amount: string, partner: number, code = '1500') => {
    const against = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    await books.post(day, [
      [code, amount, [['businesspartner', partner]]],
      ['3000', against],
    ]);
    return (await plainLines(books)).at(-1)!.id;
  };
  const older = await post('2025-11-02', '30.00', 1);
  const newer = await post('2025-11-01', '50.00', 1);
  const other = await post('2025-11-01', '20.00', 2);
  const owed = await post('2025-11-03', '-10.00', 1, '2400');
  const paid = await post('2025-12-01', '-60.00', 1);
  const later = await post('2026-01-01', '-30.00', 2);
  await reconcile(books, 1, [
    [older, '30.00'],
    [newer, '50.00'],
    [other, '20.00'],
    [owed, '-10.00'],
    [paid, '-60.00'],
    [later, '-30.00'],
  ]);
  const open = async (report: Report, day: string) =>
    rests(await rowsOf(books, report, `&include_reconciled=false&as_of_date=${day}`));
  expect(await open('accounts-receivable', '2025-12-31')).toEqual([
    [other, '20.00'],
    [older, '20.00'],
  ]);
  expect(await open('accounts-payable', '2025-12-31')).toEqual([[owed, '-10.00']]);
  for (const report of Object.keys(reports) as Report[]) expect(await open(report, '2026-01-01')).toEqual([]);
});

it('refuses a day that is none', async () => {
  const books = await openBooks(service);
  for (const day of ['2025-02-30', 'today', '31.12.2025', "2025-01-01'--"]) {
    const answer = await ask(books, 'accounts-payable', `&as_of_date=${encodeURIComponent(day)}`);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('as_of_date')]);
  }
});
