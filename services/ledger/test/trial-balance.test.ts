import type { TestService } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, startReading } from './support/reading-service.ts';

interface Row {
  readonly account_code: string;
  readonly account_name: string;
  readonly grouping: Readonly<Record<string, string>>;
  readonly incoming_balance: number;
  readonly debit: number;
  readonly credit: number;
  readonly outgoing_balance: number;
  readonly relation_type: string | null;
  readonly relation_id: number | null;
  readonly relation_name: string | null;
}

let service: TestService;
let books: Books;

beforeAll(async () => {
  service = await startReading();
  books = await openBooks(service);
});
afterAll(() => service.stop());

const path = (query: Record<string, string> = {}, id = books.id) =>
  `/api/v2/reports/trial-balance?${new URLSearchParams({ client_account_id: String(id), date_from: '2026-01-01', date_to: '2026-12-31', ...query })}`;

async function rowsOf(of: Books, query: Record<string, string> = {}): Promise<readonly Row[]> {
  const answer = await of.get(path(query, of.id));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** In øre, so that nothing is lost in adding up. */
const ore = (amount: number): bigint => BigInt(Math.round(amount * 100));
const total = (rows: readonly Row[], column: 'incoming_balance' | 'debit' | 'credit' | 'outgoing_balance'): bigint =>
  rows.reduce((sum, row) => sum + ore(row[column]), 0n);

function expectToBalance(rows: readonly Row[]): void {
  expect(total(rows, 'incoming_balance')).toBe(0n);
  expect(total(rows, 'outgoing_balance')).toBe(0n);
  expect(total(rows, 'debit')).toBe(total(rows, 'credit'));
  for (const row of rows)
    expect(ore(row.incoming_balance) + ore(row.debit) - ore(row.credit)).toBe(ore(row.outgoing_balance));
}

const short = (rows: readonly Row[]) =>
  rows.map((row) => [
    row.account_code,
    row.relation_name ?? row.relation_id,
    row.incoming_balance,
    row.debit,
    row.credit,
    row.outgoing_balance,
  ]);

describe('two years of a small company', () => {
  let company: Books;
  beforeAll(async () => {
    company = await openBooks(service);
    for (const [id, name] of [
      [1, 'Ås Kommune'],
      [2, 'Aas Bygg'],
      [3, 'Berg Rør'],
      [4, 'Oppgjort AS'],
    ] as const)
      await company.name('businesspartner', id, name);
    await company.name('project', 7, 'Kaffe');
    await company.name('project', 8, 'Te');
    await company.name('tag', 5, 'Messe');
    await company.name('tag', 6, 'Sommer');
    const customer = (id: number) => [['businesspartner', id]] as const;
    // The year before: a sale that nobody has transferred, and a customer that has paid all.
    await company.post('2025-06-15', [
      ['1500', '1000.10', customer(1)],
      ['3000', '-1000.10', [['project', 7]]],
    ]);
    await company.post('2025-07-01', [
      ['1500', '300.00', customer(4)],
      ['3000', '-300.00'],
    ]);
    await company.post('2025-08-01', [
      ['1920', '300.00'],
      ['1500', '-300.00', customer(4)],
    ]);
    // This year.
    await company.post('2026-01-31', [
      ['1500', '250.00', customer(2), 'Bønner til ås'],
      [
        '3000',
        '-250.00',
        [
          ['project', 8],
          ['tag', 5],
          ['tag', 6],
        ],
      ],
    ]);
    await company.post('2026-02-01', [
      ['1920', '400.05'],
      ['1500', '-400.05', customer(1)],
    ]);
    await company.post('2026-03-10', [
      [
        '6800',
        '99.99',
        [
          ['project', 7],
          ['tag', 6],
        ],
      ],
      ['1500', '0.01'],
      ['1920', '-100.00'],
    ]);
  });

  it('opens, moves and closes every account, and every column adds up to zero [REP-R13]', async () => {
    const rows = await rowsOf(company, { include_dimensions: 'false' });
    expect(short(rows)).toEqual([
      ['1500', null, 1000.1, 250.01, 400.05, 850.06],
      ['1920', null, 300, 400.05, 100, 600.05],
      ['2099', null, -1300.1, 0, 0, -1300.1],
      ['3000', null, 0, 0, 250, -250],
      ['6800', null, 0, 99.99, 0, 99.99],
    ]);
    expectToBalance(rows);
  });

  it('opens result accounts at zero on 1 January and keeps earlier untransferred result in row 2099 [REP-R46]', async () => {
    const [row] = (await rowsOf(company)).filter(({ account_code }) => account_code === '2099');
    expect(row).toMatchObject({
      account_name: 'Udisponert resultat',
      incoming_balance: -1300.1,
      debit: 0,
      credit: 0,
      outgoing_balance: -1300.1,
    });
    expect(
      (await rowsOf(company, { date_from: '2025-12-31', date_to: '2025-12-31' })).map(
        ({ account_code }) => account_code,
      ),
    ).not.toContain('2099');
  });

  it('says revenue as a negative number [REP-R36]', async () => {
    const rows = await rowsOf(company, { include_dimensions: 'false', account_codes: '3000' });
    expect(short(rows)).toEqual([['3000', null, 0, 0, 250, -250]]);
  });

  it('splits an account with a mandatory dimension, one row per value and one for postings without, never counting an amount twice [REP-R15]', async () => {
    const rows = await rowsOf(company);
    expect(short(rows.filter(({ account_code }) => account_code === '1500'))).toEqual([
      ['1500', 'Aas Bygg', 0, 250, 0, 250],
      ['1500', 'Ås Kommune', 1000.1, 0, 400.05, 600.05],
      ['1500', null, 0, 0.01, 0, 0.01],
    ]);
    expect(rows.find(({ relation_name }) => relation_name === 'Aas Bygg')).toMatchObject({
      relation_type: 'businesspartner',
      relation_id: 2,
    });
    expect(rows.filter(({ account_code }) => account_code === '3000')).toHaveLength(1);
    expectToBalance(rows);
  });

  it('gives one row per account without dimensions [REP-R14]', async () => {
    const rows = await rowsOf(company, { include_dimensions: 'false' });
    expect(new Set(rows.map(({ account_code }) => account_code)).size).toBe(rows.length);
    expect(
      rows.every((row) => row.relation_type === null && row.relation_id === null && row.relation_name === null),
    ).toBe(true);
  });

  it('splits every account by the dimension asked for [REP-R44]', async () => {
    const rows = await rowsOf(company, { group_by_dimension: 'project' });
    expect(short(rows.filter(({ account_code }) => account_code !== '2099'))).toEqual([
      ['1500', null, 1000.1, 250.01, 400.05, 850.06],
      ['1920', null, 300, 400.05, 100, 600.05],
      ['3000', 'Te', 0, 0, 250, -250],
      ['6800', 'Kaffe', 0, 99.99, 0, 99.99],
    ]);
    expectToBalance(rows);
    const tags = await rowsOf(company, { group_by_dimension: 'tag' });
    expect(short(tags.filter(({ account_code }) => account_code === '3000'))).toEqual([
      ['3000', 'Messe', 0, 0, 250, -250],
    ]);
    expectToBalance(tags);
  });

  it('leaves out accounts without movement when asked to, and row 2099 with them [REP-R16]', async () => {
    const rows = await rowsOf(company, {
      date_from: '2026-03-01',
      date_to: '2026-03-31',
      include_zero_movement: 'false',
      include_dimensions: 'false',
    });
    expect(short(rows)).toEqual([
      ['1500', null, 850.05, 0.01, 0, 850.06],
      ['1920', null, 700.05, 0, 100, 600.05],
      ['6800', null, 0, 99.99, 0, 99.99],
    ]);
    expect(
      (await rowsOf(company, { date_from: '2026-03-01', date_to: '2026-03-31', include_dimensions: 'false' })).map(
        (r) => r.account_code,
      ),
    ).toEqual(['1500', '1920', '2099', '3000', '6800']);
  });

  it.each([
    ['2026-01-01', '2026-12-31'],
    ['2026-01-15', '2026-03-10'],
    ['2026-01-31', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['2026-03-09', '2026-03-10'],
    ['2025-06-16', '2026-02-28'],
    ['2025-01-01', '2026-06-30'],
    ['2026-03-11', '2026-03-11'],
  ])('says the same for whole and broken months: %s to %s', async (date_from, date_to) => {
    const dates = { date_from, date_to };
    const extras: Record<string, string>[] = [{}, { include_dimensions: 'false' }, { group_by_dimension: 'project' }];
    for (const extra of extras) {
      const rows = await rowsOf(company, { ...dates, ...extra });
      expectToBalance(rows);
      // A filter that every line passes, since every code has a nought in it, is answered from the lines alone.
      const word = { free_text: '0' };
      expect(short(await rowsOf(company, { ...dates, ...extra, ...word }))).toEqual(short(rows));
    }
  });

  it('keeps what matches all dimension types, and any value of one type [REP-R19] [REP-R47]', async () => {
    const only = async (dimensions: string) =>
      short(await rowsOf(company, { dimensions, include_dimensions: 'false', account_codes: '3000,6800' }));
    expect(await only('project:7')).toEqual([['6800', null, 0, 99.99, 0, 99.99]]);
    expect(await only('project:7,project:8')).toEqual([
      ['3000', null, 0, 0, 250, -250],
      ['6800', null, 0, 99.99, 0, 99.99],
    ]);
    expect(await only('project:7;project:8 tag:5')).toEqual([['3000', null, 0, 0, 250, -250]]);
    expect(await only('project:7,tag:5')).toEqual([]);
  });

  it('keeps the lines in which every word occurs [REP-R20]', async () => {
    const found = async (free_text: string) =>
      (await rowsOf(company, { free_text, include_dimensions: 'false' })).map((row) => row.account_code);
    expect(await found('bønner ÅS')).toEqual(['1500']);
    expect(await found('kontorrekv')).toEqual(['6800']);
    expect(await found('office')).toEqual(['6800']);
    expect(await found('bønner kaffe')).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  it('keeps the accounts asked for; row 2099 only by name [REP-R21]', async () => {
    expect(
      (await rowsOf(company, { account_codes: '1920,3000;9999', include_dimensions: 'false' })).map(
        (row) => row.account_code,
      ),
    ).toEqual(['1920', '3000']);
    expect(short(await rowsOf(company, { account_codes: '2099' }))).toEqual([['2099', null, -1300.1, 0, 0, -1300.1]]);
  });

  it('carries three levels of grouping in the language asked for [REP-R29]', async () => {
    const [row] = await rowsOf(company, { account_codes: '1920' });
    expect(row?.grouping).toEqual({
      level_1_code: '1',
      level_1_name: 'Eiendeler',
      level_2_code: '19',
      level_2_name: 'Kontanter og bankinnskudd',
      level_3_code: '192',
      level_3_name: 'Bankinnskudd',
    });
    const english = await company.get(path({ account_codes: '2400,6800' }, company.id), {
      headers: { 'accept-language': 'en-GB' },
    });
    expect(english.body[0]).toMatchObject({
      account_name: 'Office supplies',
      grouping: { level_2_name: 'Office costs', level_3_name: 'Office supplies' },
    });
  });

  it('gives an empty list when the range ends before it begins', async () => {
    expect(await rowsOf(company, { date_from: '2026-02-01', date_to: '2026-01-31' })).toEqual([]);
  });

  it("splits a company's own accounts by the first of their mandatory dimensions, tags included", async () => {
    const own = await openBooks(service);
    await own.name('tag', 5, 'Messe');
    await own.name('tag', 6, 'Sommer');
    await own.name('project', 7, 'Kaffe');
    await own.name('item', 8, 'Kopp');
    for (const [account_code, mandatory_dimensions] of [
      ['6801', ['tag']],
      ['6802', ['item', 'project']],
    ] as const) {
      const body = { client_account_id: own.id, account_code, description_nob: 'Egen konto', mandatory_dimensions };
      expect((await service.call('POST', '/api/v2/general-ledger-accounts', { token: own.token, body })).status).toBe(
        201,
      );
    }
    await own.post('2026-02-15', [
      [
        '6801',
        '10.00',
        [
          ['tag', 6],
          ['tag', 5],
        ],
      ],
      ['6801', '3.00', [['tag', 6]]],
      ['6801', '1.00'],
      [
        '6802',
        '20.00',
        [
          ['item', 8],
          ['project', 7],
        ],
      ],
      ['1900', '-34.00'],
    ]);
    const spans: Record<string, string>[] = [{}, { date_from: '2026-02-10', date_to: '2026-02-20' }];
    for (const dates of spans) {
      const rows = await rowsOf(own, dates);
      expect(rows.map((row) => [row.account_code, row.relation_type, row.relation_name, row.debit])).toEqual([
        ['1900', null, null, 0],
        ['6801', 'tag', 'Messe', 10],
        ['6801', 'tag', 'Sommer', 3],
        ['6801', null, null, 1],
        ['6802', 'project', 'Kaffe', 20],
      ]);
      expectToBalance(rows);
    }
  });

  it('forgets customers that settled long ago, but no account', async () => {
    const names = (await rowsOf(company)).map((row) => row.relation_name);
    expect(names).not.toContain('Oppgjort AS');
    const settled = await openBooks(service);
    await settled.name('businesspartner', 9, 'Oppgjort AS');
    const customer = [['businesspartner', 9]] as const;
    await settled.post('2026-01-01', [
      ['1500', '10.00', customer],
      ['1920', '-10.00'],
    ]);
    await settled.post('2026-01-02', [
      ['1920', '10.00'],
      ['1500', '-10.00', customer],
    ]);
    const rows = await rowsOf(settled, { date_from: '2026-02-01' });
    expect(short(rows)).toEqual([
      ['1500', null, 0, 0, 0, 0],
      ['1920', null, 0, 0, 0, 0],
    ]);
  });
});

describe('drafts and cancelled entries', () => {
  let company: Books;
  beforeAll(async () => {
    company = await openBooks(service);
    await company.name('project', 1, 'Kaffe');
    await company.post('2026-01-05', [
      ['1920', '100.00'],
      ['3000', '-100.00', [['project', 1]]],
    ]);
    const wrong = await company.post('2026-01-06', [
      ['1920', '40.00'],
      ['3000', '-40.00', [['project', 1]]],
    ]);
    await company.cancel(wrong, '2026-02-03');
    await company.post(
      '2026-01-07',
      [
        ['1920', '5.00'],
        ['3000', '-5.00', [['project', 1]]],
      ],
      { isDraft: true },
    );
  });

  const sales = async (query: Record<string, string>) => {
    const dates = { date_from: '2026-01-01', date_to: '2026-01-31' };
    const rows = await rowsOf(company, { ...dates, ...query });
    expectToBalance(rows);
    const split = await rowsOf(company, { ...dates, ...query, group_by_dimension: 'project' });
    expectToBalance(split);
    const byLine = await rowsOf(company, { ...dates, ...query, free_text: 'salgsinntekt' });
    const [whole, ...others] = [rows, split, byLine].map((each) =>
      each.filter(({ account_code }) => account_code === '3000').map((row) => row.credit),
    );
    for (const other of others) expect(other).toEqual(whole);
    return whole;
  };

  it('counts drafts only when asked to [REP-R18] [REP-R43]', async () => {
    expect(await sales({})).toEqual([140]);
    expect(await sales({ include_drafts: 'true' })).toEqual([145]);
  });

  it('leaves out cancelled entries and their reversals when asked to [REP-R17]', async () => {
    expect(await sales({ include_cancelled: 'false' })).toEqual([100]);
    expect(await sales({ include_cancelled: 'false', include_drafts: 'true' })).toEqual([105]);
    const february = { date_from: '2026-02-01', date_to: '2026-02-28', include_zero_movement: 'false' };
    expect(short(await rowsOf(company, february))).toEqual([
      ['1920', null, 140, 0, 40, 100],
      ['3000', null, -140, 40, 0, -100],
    ]);
    expect(await rowsOf(company, { ...february, include_cancelled: 'false' })).toEqual([]);
  });
});

describe('refusals, in the envelope of reports', () => {
  const refused = (status: number, error: string) => ({ status, error, message: expect.any(String) });

  it('a client account that is missing, malformed or out of reach [REP-R05]', async () => {
    for (const id of ['', 'abc', '999999999']) {
      const answer = await books.get(path({ client_account_id: id }));
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(refused(403, 'Forbidden'));
    }
    const stranger = await openBooks(service);
    expect((await stranger.get(path())).status).toBe(403);
  });

  it('an unknown group_by_dimension [REP-R06]', async () => {
    const answer = await books.get(path({ group_by_dimension: 'colour' }));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refused(400, 'Bad Request'));
    expect(answer.body.message).toContain('businesspartner');
  });

  it.each(['date_from', 'date_to'])('a missing %s [REP-R12] [REP-R35]', async (field) => {
    const answer = await books.get(path({ [field]: '' }));
    expect(answer.body).toEqual(refused(400, 'Bad Request'));
    expect(answer.body.message).toContain(field);
  });

  it.each([
    ['date_from', '2026-02-30'],
    ['date_to', '31.12.2026'],
    ['dimensions', 'project'],
    ['dimensions', 'project:0'],
    ['dimensions', 'colour:1'],
    ['account_codes', '19x0'],
    ['include_drafts', 'maybe'],
    ['include_zero_movement', '2'],
  ])('%s = %s', async (field, value) => {
    const answer = await books.get(path({ [field]: value }));
    expect(answer.body).toEqual(refused(400, 'Bad Request'));
  });

  it('a format that there is none of [REP-R34]', async () => {
    const answer = await books.get(path(), { headers: { accept: 'text/csv' } });
    expect(answer.status).toBe(406);
    expect(answer.body).toEqual(refused(406, 'Not Acceptable'));
  });

  it('no token, no scope: in the general envelope', async () => {
    expect((await service.call('GET', path())).status).toBe(401);
    const user = service.world.user();
    const token = await service.world.token({ userId: user.id, scope: '' });
    const answer = await service.call('GET', path(), { token });
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('common.insufficient_scope');
  });

  it('an employee', async () => {
    const user = service.world.user();
    service.world.grant(user.id, books.id, 'EM');
    expect((await service.call('GET', path(), { token: await service.world.token({ userId: user.id }) })).status).toBe(
      403,
    );
  });
});
