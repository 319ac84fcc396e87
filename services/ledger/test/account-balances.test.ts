import * as contracts from '@app/rpc';
import type { TestService } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, startReading } from './support/reading-service.ts';

let service: TestService;
let books: Books;

beforeAll(async () => {
  service = await startReading();
  books = await openBooks(service);
  await books.name('businesspartner', 1, 'Ås Kommune');
  await books.name('businesspartner', 2, 'Berg Rør');
  await books.name('tag', 5, 'Messe');
  await books.name('tag', 6, 'Sommer');
  const partner = (id: number) => [['businesspartner', id]] as const;
  await books.post('2026-01-15', [
    ['1500', '100.00', partner(1)],
    ['3000', '-100.00'],
  ]);
  await books.post('2026-01-31', [
    ['1500', '50.50', partner(2)],
    [
      '3000',
      '-50.50',
      [
        ['tag', 5],
        ['tag', 6],
      ],
    ],
  ]);
  await books.post('2026-02-01', [
    ['1500', '9.50'],
    ['3000', '-9.50'],
  ]);
  await books.post('2026-02-10', [
    ['1920', '100.00'],
    ['1500', '-100.00', partner(1)],
  ]);
  const wrong = await books.post('2026-02-11', [
    ['1500', '1.00', partner(2)],
    ['3000', '-1.00'],
  ]);
  await books.cancel(wrong, '2026-02-20');
  await books.post(
    '2026-02-12',
    [
      ['1500', '1000.00', partner(1)],
      ['3000', '-1000.00'],
    ],
    { isDraft: true },
  );
});
afterAll(() => service.stop());

const path = '/api/v2/general-ledger-accounts/balances';
const ask = (query: Record<string, string> = {}, of = books) =>
  of.get(`${path}?${new URLSearchParams({ client_account_id: String(of.id), ...query })}`);

interface Row {
  readonly account_code: string;
  readonly relation_id: number | null;
  readonly relation_name: string | null;
  readonly balance: string;
  readonly line_count: number;
}

async function rows(query: Record<string, string> = {}) {
  const answer = await ask({ as_of_date: '2026-12-31', ...query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as Row[]).map((row) => [
    row.account_code,
    row.relation_name ?? row.relation_id,
    row.balance,
    row.line_count,
  ]);
}

describe('balances of accounts', () => {
  it('are a plain array with one row per account that has postings [GLB-R01] [GLB-R04]', async () => {
    const { body } = await ask({ as_of_date: '2026-12-31' });
    expect(body[0]).toEqual({
      account_id: expect.any(Number),
      account_code: '1500',
      description: 'Kundefordringer',
      as_of_date: '2026-12-31',
      currency_code: 'NOK',
      relation_type: null,
      relation_id: null,
      relation_name: null,
      balance: '60.00',
      line_count: 6,
    });
    expect(body.map((row: Row) => row.account_code)).toEqual(['1500', '1920', '3000']);
  });

  it('are debit minus credit, as text with two decimals [GLB-R02]', async () => {
    expect(await rows()).toEqual([
      ['1500', null, '60.00', 6],
      ['1920', null, '100.00', 1],
      ['3000', null, '-160.00', 5],
    ]);
  });

  it('are those of today by default, the day included [GLB-R03]', async () => {
    const on = async (date: string) =>
      (await ask({ as_of_date: date, account_code: '1500' })).body.map((row: Row) => row.balance);
    expect(await on('2026-01-14')).toEqual([]);
    expect(await on('2026-01-15')).toEqual(['100.00']);
    expect(await on('2026-01-30')).toEqual(['100.00']);
    expect(await on('2026-01-31')).toEqual(['150.50']);
    expect(await on('2026-02-01')).toEqual(['160.00']);
    expect(await on('2026-02-19')).toEqual(['61.00']);
    expect(await on('2026-02-28')).toEqual(['60.00']);
    const user = service.world.user();
    service.world.grant(user.id, books.id, 'BK');
    // A quarter to one at night in Oslo is still yesterday in UTC.
    service.setClock('2026-01-30T23:45:00Z');
    const token = await service.world.token({ userId: user.id, now: Temporal.Instant.from('2026-01-30T23:45:00Z') });
    const { body } = await service.call('GET', `${path}?client_account_id=${books.id}&account_code=1500`, { token });
    service.setClock(null);
    expect(body).toMatchObject([{ as_of_date: '2026-01-31', balance: '150.50' }]);
  });

  it('per dimension value, and one row for lines without [GLB-R05]', async () => {
    expect(await rows({ relation_type: 'businesspartner', account_code: '1500,1920' })).toEqual([
      ['1500', 'Ås Kommune', '0.00', 2],
      ['1500', 'Berg Rør', '50.50', 3],
      ['1500', null, '9.50', 1],
      ['1920', null, '100.00', 1],
    ]);
  });

  it.each(['2026-01-31', '2026-02-11', '2026-02-28', '2026-12-31'])(
    'add up to the account on %s, whatever the dimension',
    async (as_of_date) => {
      const whole = await rows({ as_of_date });
      for (const relation_type of ['businesspartner', 'project', 'asset']) {
        const sums = new Map<unknown, { balance: bigint; lines: number }>();
        for (const [code, , balance, lines] of await rows({ as_of_date, relation_type })) {
          const sum = sums.get(code) ?? { balance: 0n, lines: 0 };
          sums.set(code, {
            balance: sum.balance + BigInt(String(balance).replace('.', '')),
            lines: sum.lines + Number(lines),
          });
        }
        expect([...sums].map(([code, { balance, lines }]) => [code, null, balance, lines])).toEqual(
          whole.map(([code, , balance, lines]) => [code, null, BigInt(String(balance).replace('.', '')), lines]),
        );
      }
    },
  );

  it('count a line under each of its tags', async () => {
    for (const as_of_date of ['2026-01-31', '2026-02-27'])
      expect((await rows({ as_of_date, relation_type: 'tag', account_code: '3000' })).slice(0, 2)).toEqual([
        ['3000', 'Messe', '-50.50', 1],
        ['3000', 'Sommer', '-50.50', 1],
      ]);
    expect(await rows({ relation_type: 'tag', account_code: '3000' })).toEqual([
      ['3000', 'Messe', '-50.50', 1],
      ['3000', 'Sommer', '-50.50', 1],
      ['3000', null, '-109.50', 4],
    ]);
  });

  it('of one value [GLB-R06]', async () => {
    expect(await rows({ relation_type: 'businesspartner', relation_id: '2' })).toEqual([
      ['1500', 'Berg Rør', '50.50', 3],
    ]);
    expect(await rows({ relation_type: 'businesspartner', relation_id: '99' })).toEqual([]);
  });

  it('leave drafts out unless they are asked for [GLB-R09]', async () => {
    expect(await rows({ account_code: '1500', include_drafts: 'true' })).toEqual([['1500', null, '1060.00', 7]]);
    expect(await rows({ account_code: '1500', include_drafts: 'true', as_of_date: '2026-02-12' })).toEqual([
      ['1500', null, '1061.00', 6],
    ]);
    expect(await rows({ account_code: '1500', include_drafts: 'false' })).toEqual([['1500', null, '60.00', 6]]);
  });

  it('refuse relation_id without relation_type [GLB-R07]', async () => {
    const { status, body } = await ask({ relation_id: '1' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'common.validation_error',
      details: { fields: [{ field: 'relation_type' }] },
    });
  });

  it('refuse an unknown relation_type [GLB-R08]', async () => {
    const { status, body } = await ask({ relation_type: 'colour' });
    expect(status).toBe(400);
    expect(body.error.details.fields[0].message).toContain('businesspartner');
  });

  it('need a client account [GLB-R10]', async () => {
    for (const query of ['', '?client_account_id=abc', '?client_account_id=']) {
      const { status, body } = await books.get(`${path}${query}`);
      expect(status).toBe(400);
      expect(body.error.code).toBe('common.validation_error');
    }
    expect((await books.get(`${path}?client_account_id=999999`)).status).toBe(403);
    expect((await service.call('GET', `${path}?client_account_id=${books.id}`)).status).toBe(401);
  });

  it.each([
    ['as_of_date', '2026-02-30'],
    ['account_code', 'abc'],
    ['relation_id', '0'],
    ['include_drafts', 'perhaps'],
  ])('refuse %s = %s', async (field, value) => {
    expect((await ask({ relation_type: 'project', [field]: value })).status).toBe(400);
  });

  it('of a company without postings are an empty array', async () => {
    expect((await ask({}, await openBooks(service))).body).toEqual([]);
  });
});

describe('balances for other services', () => {
  const balancesOf = (of: Books, queries: readonly Partial<Query>[]) =>
    service.connect(contracts.Ledger, 'reconciliation').DescribeBalances({
      clientAccountId: of.id,
      queries: queries.map((query) => ({ accountId: 0, asOfDate: '2026-12-31', ...query })),
    });
  type Query = Parameters<ReturnType<typeof ledger>['DescribeBalances']>[0]['queries'][number];
  const ledger = () => service.connect(contracts.Ledger, 'reconciliation');

  it('are those of the list, for any day, value and the lines without one, in the order of the questions', async () => {
    const expected: { query: Query; balance: string; lines: number }[] = [];
    for (const asOfDate of ['2026-01-01', '2026-01-30', '2026-01-31', '2026-02-11', '2026-02-20', '2026-12-31'])
      for (const relationType of [undefined, 'businesspartner', 'tag', 'project']) {
        const kind = relationType === undefined ? {} : { relation_type: relationType };
        for (const row of (await ask({ as_of_date: asOfDate, ...kind })).body as (Row & { account_id: number })[])
          expected.push({
            query: {
              ...{ accountId: row.account_id, asOfDate },
              ...(relationType === undefined ? {} : { relationType }),
              ...(row.relation_id === null ? {} : { relationId: row.relation_id }),
            },
            balance: row.balance,
            lines: row.line_count,
          });
      }
    expect(expected.length).toBeGreaterThan(40);
    const { balances, currencyCode } = await balancesOf(books, expected.map(({ query }) => query).reverse());
    expect(currencyCode).toBe('NOK');
    expect(balances.map(({ balance, lineCount }) => [balance, lineCount])).toEqual(
      expected.map(({ balance, lines }) => [balance, lines]).reverse(),
    );
  });

  it('are nothing for an account that the company does not have, and those of its own for one that it shares', async () => {
    const other = await openBooks(service, { name: 'En annen' });
    const [account] = (await ask({ account_code: '1500' })).body as { account_id: number }[];
    const { balances } = await balancesOf(other, [{ accountId: account!.account_id }, { accountId: 987_654 }]);
    expect(balances.map(({ accountCode, balance, lineCount }) => [accountCode, balance, lineCount])).toEqual([
      ['1500', '0.00', 0],
      [undefined, '0.00', 0],
    ]);
    expect((await balancesOf(books, [])).balances).toEqual([]);
  });

  it('are of the lines in a currency where one is named', async () => {
    const abroad = await openBooks(service, { name: 'Utland' });
    await abroad.name('bankacc', 3, 'Valutakonto');
    const bank = [['bankacc', 3]] as const;
    await abroad.post('2026-01-15', [
      ['1920', '100.00', bank, '', 'EUR'],
      ['3000', '-100.00', undefined, '', 'EUR'],
    ]);
    await abroad.post('2026-02-15', [
      ['1920', '7.00', undefined, '', 'EUR'],
      ['3000', '-7.00', undefined, '', 'EUR'],
    ]);
    await abroad.post('2026-02-16', [
      ['1920', '1.00', bank],
      ['3000', '-1.00'],
    ]);
    const rows = (await ask({ account_code: '1920' }, abroad)).body as { account_id: number }[];
    const accountId = rows[0]!.account_id;
    const of = async (query: Partial<Query>) =>
      (await balancesOf(abroad, [{ accountId, ...query }])).balances.map(({ balance, lineCount }) => [
        balance,
        lineCount,
      ])[0];
    expect(await of({})).toEqual(['108.00', 3]);
    expect(await of({ currencyCode: 'NOK' })).toEqual(['108.00', 3]);
    expect(await of({ currencyCode: 'EUR' })).toEqual(['214.00', 2]);
    expect(await of({ currencyCode: 'EUR', asOfDate: '2026-02-14' })).toEqual(['200.00', 1]);
    expect(await of({ currencyCode: 'EUR', relationType: 'bankacc', relationId: 3 })).toEqual(['200.00', 1]);
    expect(await of({ currencyCode: 'EUR', relationType: 'bankacc' })).toEqual(['14.00', 1]);
    expect(await of({ currencyCode: 'USD' })).toEqual(['0.00', 0]);
  });

  it.each([
    ['a value without a kind', { relationId: 3 }],
    ['a kind that is none', { relationType: 'colour' }],
    ['a day that is none', { asOfDate: '31.01.2026' }],
    ['a currency that is none', { currencyCode: 'kroner' }],
  ])('are refused for %s', async (_, query) => {
    await expect(balancesOf(books, [{ accountId: 1, ...query }])).rejects.toMatchObject({ status: 400 });
  });

  it('are refused for more questions than one answer holds', async () => {
    await expect(
      balancesOf(
        books,
        Array.from({ length: 1_001 }, () => ({ accountId: 1 })),
      ),
    ).rejects.toMatchObject({
      status: 400,
    });
  });
});
