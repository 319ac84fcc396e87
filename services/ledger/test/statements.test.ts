import type { TestService } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, startReading } from './support/reading-service.ts';

type Row = Readonly<Record<string, unknown>> & {
  readonly account_code: string;
  readonly balance: number;
  readonly period_debit_movements: Readonly<Record<string, number>>;
};

let service: TestService;
let company: Books;

beforeAll(async () => {
  service = await startReading();
  company = await openBooks(service);
  await company.name('project', 7, 'Kaffe');
  await company.name('project', 8, 'Ærter');
  await company.name('project', 9, 'Aasmund');
  const of = (id: number) => [['project', id]] as const;
  // Two years; the first one's profit of 1 300,10 is transferred in part, in the second.
  await company.post('2025-06-15', [
    ['1920', '1000.10'],
    ['3000', '-1000.10', of(7)],
  ]);
  await company.post('2025-11-30', [
    ['1920', '300.00'],
    ['3000', '-300.00', of(8), 'Bønner til ås'],
  ]);
  await company.post('2026-01-01', [
    ['8960', '1000.00'],
    ['2050', '-1000.00'],
  ]);
  await company.post('2026-01-31', [
    ['1920', '250.00'],
    ['3000', '-250.00', of(9)],
  ]);
  await company.post('2026-02-14', [
    ['6800', '99.99', of(7)],
    ['1920', '-99.99'],
  ]);
  await company.post('2026-02-15', [
    ['1500', '10.00'],
    ['1920', '-10.00'],
  ]);
  await company.post('2026-02-16', [
    ['1920', '10.00'],
    ['1500', '-10.00'],
  ]);
  const wrong = await company.post('2026-03-01', [
    ['6800', '40.00'],
    ['1920', '-40.00'],
  ]);
  await company.cancel(wrong, '2026-04-03');
  await company.post(
    '2026-03-02',
    [
      ['6300', '5.00'],
      ['1920', '-5.00'],
    ],
    { isDraft: true },
  );
});
afterAll(() => service.stop());

type Query = Readonly<Record<string, string>>;
const pathTo = (report: string) => (query: Query, id: number | string) =>
  `/api/v2/reports/${report}?${new URLSearchParams({ client_account_id: String(id), ...query })}`;
const balancePath = pathTo('balance-sheet');
const incomePath = pathTo('income-statement');

async function answered(of: Books, path: string, language = 'nb'): Promise<readonly Row[]> {
  const answer = await of.get(path, { headers: { 'accept-language': language } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const balances = (query: Query, of = company) => answered(of, balancePath(query, of.id));
const movements = (query: Query, of = company) => answered(of, incomePath(query, of.id));

const ore = (amount: number): bigint => BigInt(Math.round(amount * 100));
const shortBalances = (rows: readonly Row[]) => rows.map((row) => [row.account_code, row.balance]);
/** Months that are not zero. */
const shortMovements = (rows: readonly Row[]) =>
  rows.map((row) => [
    row.account_code,
    Object.fromEntries(Object.entries(row.period_debit_movements).filter(([, amount]) => amount !== 0)),
  ]);

describe('the balance sheet', () => {
  it('is a plain array of balance accounts that are not zero, and row 2099 [REP-R07] [REP-R36]', async () => {
    const rows = await balances({ report_date: '2026-12-31' });
    expect(shortBalances(rows)).toEqual([
      ['1920', 1450.11],
      ['2050', -1000],
      ['2099', -450.11],
    ]);
    expect(Object.keys(rows[0]!)).toEqual(['grouping', 'account_code', 'account_name', 'balance']);
    expect(rows.at(-1)).toMatchObject({ account_name: 'Udisponert resultat', grouping: { level_1_code: '2' } });
  });

  it('adds up to zero on every day, with what is not transferred in row 2099 [REP-R37]', async () => {
    const days = [
      ['2025-06-14', undefined],
      ['2025-06-15', -1000.1],
      ['2025-12-31', -1300.1],
      ['2026-01-01', -300.1],
      ['2026-01-30', -300.1],
      ['2026-01-31', -550.1],
      ['2026-02-14', -450.11],
      ['2026-03-31', -410.11],
      ['2026-04-03', -450.11],
    ] as const;
    for (const [report_date, result] of days) {
      const rows = await balances({ report_date });
      expect(
        rows.reduce((sum, { balance }) => sum + ore(balance), 0n),
        report_date,
      ).toBe(0n);
      expect(rows.find(({ account_code }) => account_code === '2099')?.balance, report_date).toBe(result);
    }
  });

  it('is that of today unless a date is sent [REP-R08]', async () => {
    service.setClock('2026-01-31T22:59:00Z');
    try {
      const user = service.world.user();
      service.world.grant(user.id, company.id, 'CA');
      const now = Temporal.Instant.from('2026-01-31T22:59:00Z');
      const token = await service.world.token({ userId: user.id, now });
      const ask = async () =>
        shortBalances((await service.call('GET', balancePath({}, company.id), { token })).body as Row[])[0];
      expect(await ask()).toEqual(['1920', 1550.1]);
      const statement = await service.call('GET', incomePath({}, company.id), { token });
      expect(shortMovements(statement.body as Row[])).toEqual([['3000', { 1: -250 }]]);
      const page = await service.call('GET', balancePath({}, company.id), { token, headers: { accept: 'text/html' } });
      expect(page.bytes.toString()).toContain('31.\u00a0januar\u00a02026');
    } finally {
      service.setClock(null);
    }
  });

  it('counts drafts only when asked to [REP-R18] [REP-R43]', async () => {
    expect(await balances({ report_date: '2026-03-31' })).toEqual(
      await balances({ report_date: '2026-03-31', include_drafts: 'false' }),
    );
    expect(shortBalances(await balances({ report_date: '2026-03-31', include_drafts: 'true' }))).toEqual([
      ['1920', 1405.11],
      ['2050', -1000],
      ['2099', -405.11],
    ]);
  });

  it('is made of the lines with the dimension values asked for [REP-R19] [REP-R47]', async () => {
    const only = async (dimensions: string) => shortBalances(await balances({ report_date: '2026-12-31', dimensions }));
    expect(await only('project:7')).toEqual([['2099', -900.11]]);
    expect(await only('project:7,project:9')).toEqual([['2099', -1150.11]]);
    expect(await only('project:7,tag:1')).toEqual([]);
  });

  it('carries three levels of grouping in the language asked for [REP-R29]', async () => {
    const [row] = await answered(company, balancePath({ report_date: '2026-12-31' }, company.id), 'en-GB');
    expect(row?.account_name).not.toBe('Bankinnskudd');
    expect(Object.keys(row?.grouping as object)).toHaveLength(6);
    expect((await answered(company, balancePath({}, company.id), 'en')).at(-1)?.account_name).toBe(
      'Undistributed result',
    );
  });
});

describe('the income statement', () => {
  it('is a plain array of accounts with movement, transfers left out [REP-R09] [REP-R36]', async () => {
    const rows = await movements({ date_from: '2026-01-01', date_to: '2026-12-31' });
    expect(shortMovements(rows)).toEqual([
      ['3000', { 1: -250 }],
      ['6800', { 2: 99.99, 3: 40, 4: -40 }],
    ]);
    expect(Object.keys(rows[0]!)).toEqual(['grouping', 'account_code', 'account_name', 'period_debit_movements']);
  });

  it('has numbers under all twelve months [REP-R11]', async () => {
    const rows = await movements({ date_from: '2026-01-31', date_to: '2026-02-14' });
    expect(rows).toHaveLength(2);
    for (const { period_debit_movements: months } of rows) {
      expect(Object.keys(months)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']);
      expect(Object.values(months).every((amount) => typeof amount === 'number')).toBe(true);
    }
  });

  it('counts the days of its span and no others', async () => {
    const between = async (date_from: string, date_to: string) =>
      shortMovements(await movements({ date_from, date_to }));
    expect(await between('2026-02-01', '2026-02-13')).toEqual([]);
    expect(await between('2026-02-14', '2026-02-14')).toEqual([['6800', { 2: 99.99 }]]);
    expect(await between('2026-02-15', '2026-03-01')).toEqual([['6800', { 3: 40 }]]);
    expect(await between('2025-12-01', '2026-01-31')).toEqual([['3000', { 1: -250 }]]);
    expect(await between('2026-02-01', '2026-01-31')).toEqual([]);
  });

  it('adds the same months of different years together [REP-R38]', async () => {
    await company.post('2025-02-28', [
      ['6800', '0.02'],
      ['1920', '-0.02'],
    ]);
    expect(shortMovements(await movements({ date_from: '2025-02-01', date_to: '2026-03-31' }))).toEqual([
      ['3000', { 1: -250, 6: -1000.1, 11: -300 }],
      ['6800', { 2: 100.01, 3: 40 }],
    ]);
    const back = await company.post('2025-02-28', [
      ['1920', '0.02'],
      ['6800', '-0.02'],
    ]);
    expect(back).toBeGreaterThan(0);
  });

  it('begins on 1 January of this year and ends today unless asked otherwise [REP-R10]', async () => {
    service.setClock('2026-02-13T23:30:00Z');
    try {
      const user = service.world.user();
      service.world.grant(user.id, company.id, 'CA');
      const now = Temporal.Instant.from('2026-02-13T23:30:00Z');
      const token = await service.world.token({ userId: user.id, now });
      const ask = async (query: Query) =>
        shortMovements((await service.call('GET', incomePath(query, company.id), { token })).body as Row[]);
      // Half past midnight in Oslo: today is the 14th.
      expect(await ask({})).toEqual([
        ['3000', { 1: -250 }],
        ['6800', { 2: 99.99 }],
      ]);
      expect(await ask({ date_from: '2026-02-01' })).toEqual([['6800', { 2: 99.99 }]]);
      expect(await ask({ date_to: '2026-01-31' })).toEqual([['3000', { 1: -250 }]]);
      const page = await service.call('GET', incomePath({}, company.id), { token, headers: { accept: 'text/html' } });
      expect(page.bytes.toString()).toContain('1.\u00a0januar\u00a02026 – 14.\u00a0februar\u00a02026');
    } finally {
      service.setClock(null);
    }
  });

  it('is split by the dimension asked for, in Norwegian order, and says by what [REP-R44] [REP-R15]', async () => {
    const rows = await movements({ date_from: '2025-06-01', date_to: '2026-12-31', group_by_dimension: 'project' });
    const short = rows.map((row) => [row.account_code, row.relation_type, row.relation_id, row.relation_name]);
    expect(short).toEqual([
      ['3000', 'project', 7, 'Kaffe'],
      ['3000', 'project', 8, 'Ærter'],
      ['3000', 'project', 9, 'Aasmund'],
      ['6800', 'project', 7, 'Kaffe'],
      ['6800', null, null, null],
    ]);
    expect(shortMovements(rows).map(([, months]) => months)).toEqual([
      { 6: -1000.1 },
      { 11: -300 },
      { 1: -250 },
      { 2: 99.99 },
      { 3: 40, 4: -40 },
    ]);
  });

  it('keeps the lines in which every word occurs [REP-R20], and those with the values asked for [REP-R19]', async () => {
    const dates = { date_from: '2025-01-01', date_to: '2026-12-31' };
    expect(shortMovements(await movements({ ...dates, free_text: 'bønner ÅS' }))).toEqual([['3000', { 11: -300 }]]);
    expect(await movements({ ...dates, free_text: 'bønner kaffe' })).toEqual([]);
    expect(await movements({ ...dates, free_text: "%' or 1=1 --" })).toEqual([]);
    expect(shortMovements(await movements({ ...dates, dimensions: 'project:9,project:8' }))).toEqual([
      ['3000', { 1: -250, 11: -300 }],
    ]);
  });

  it('counts drafts only when asked to', async () => {
    const march = { date_from: '2026-03-01', date_to: '2026-03-31' };
    expect(shortMovements(await movements(march))).toEqual([['6800', { 3: 40 }]]);
    expect(shortMovements(await movements({ ...march, include_drafts: '1' }))).toEqual([
      ['6300', { 3: 5 }],
      ['6800', { 3: 40 }],
    ]);
  });
});

describe('what is refused, in the envelope of reports', () => {
  const reports = [
    ['balance-sheet', balancePath],
    ['income-statement', incomePath],
  ] as const;
  const refused = (status: number, error: string) => ({ status, error, message: expect.any(String) });
  const refusal = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await company.get(path, { headers });
    return { status: answer.status, body: answer.body };
  };

  it.each(reports)(
    '%s: an account that is missing, malformed or out of reach, and a stranger [REP-R05]',
    async (_, path) => {
      const forbidden = { status: 403, body: refused(403, 'Forbidden') };
      for (const id of ['', 'abc', '0', '-1', '999999999', '1 or 1=1'])
        expect(await refusal(path({}, id))).toEqual(forbidden);
      const stranger = await openBooks(service);
      for (const accept of ['application/json', 'text/html', 'application/pdf']) {
        const answer = await stranger.get(path({}, company.id), { headers: { accept } });
        expect([answer.status, answer.body]).toEqual([403, refused(403, 'Forbidden')]);
      }
    },
  );

  it.each(reports)(
    '%s: a colleague whose access has ended, an employee, a token without scope, nobody',
    async (_, path) => {
      const user = service.world.user();
      service.world.grant(user.id, company.id, 'AA');
      const token = await service.world.token({ userId: user.id });
      const ask = async (with_ = token) => (await service.call('GET', path({}, company.id), { token: with_ })).status;
      expect(await ask()).toBe(200);
      service.world.revoke(user.id, company.id);
      await expect.poll(() => ask()).toBe(403);
      service.world.grant(user.id, company.id, 'EM');
      await expect.poll(() => ask()).toBe(403);
      expect(await ask(await service.world.token({ userId: user.id, scope: '' }))).toBe(403);
      expect((await service.call('GET', path({}, company.id))).status).toBe(401);
    },
  );

  it.each(reports)(
    "%s: values of another company's dimensions match nothing and give no name away",
    async (_, path) => {
      const other = await openBooks(service);
      await other.name('project', 4711, 'Hemmelig');
      await other.post('2026-01-15', [
        ['1920', '1.00'],
        ['3000', '-1.00', [['project', 4711]]],
      ]);
      const query = { dimensions: 'project:4711' };
      expect(await answered(company, path(query, company.id))).toEqual([]);
      const page = await company.get(path(query, company.id), { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      expect(page.bytes.toString()).not.toContain('Hemmelig');
    },
  );

  it.each([
    ['report_date', '2026-02-30', balancePath],
    ['report_date', '31.12.2026', balancePath],
    ['report_date', '0000-01-01', balancePath],
    ['report_date', "2026-01-01'; drop table journal_lines; --", balancePath],
    ['dimensions', 'project', balancePath],
    ['dimensions', 'project:0', balancePath],
    ['dimensions', 'colour:1', balancePath],
    ['dimensions', 'project:1) or (1=1', balancePath],
    ['include_drafts', 'maybe', balancePath],
    ['date_from', '2026-13-01', incomePath],
    ['date_to', 'tomorrow', incomePath],
    ['dimensions', 'project:99999999999999999', incomePath],
    ['include_drafts', '2', incomePath],
    ['free_text', 'a\0b', incomePath],
    ['free_text', 'x'.repeat(1001), incomePath],
    ['free_text', 'x '.repeat(21), incomePath],
    ['group_by_dimension', 'colour', incomePath],
    ['group_by_dimension', '__proto__', incomePath],
    ['group_by_dimension', "project' union select 1 --", incomePath],
  ] as const)('%s = %s [REP-R06] [REP-R35]', async (field, value, path) => {
    expect(await refusal(path({ [field]: value }, company.id))).toEqual({
      status: 400,
      body: refused(400, 'Bad Request'),
    });
  });

  it.each(reports)('%s: a form that there is none of [REP-R34]', async (_, path) => {
    expect(await refusal(path({}, company.id), { accept: 'text/csv' })).toEqual({
      status: 406,
      body: refused(406, 'Not Acceptable'),
    });
  });
});
