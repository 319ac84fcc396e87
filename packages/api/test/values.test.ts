import { createAccessStep, type Guard } from '@app/access';
import { createApi, endpoint, type IdempotencyStore, locatePage, paging, reply } from '@app/contract';
import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { filing, report, standard } from '../src/envelopes.ts';
import { listOf } from '../src/pagination.ts';
import {
  AmountIn,
  CalendarDate,
  CurrencyCode,
  ExactNumber,
  exactNumber,
  Flag,
  FlagOrNull,
  Id,
  IdText,
  MoneyIn,
  MoneyOut,
  RateIn,
  RateOut,
  requiredText,
  Timestamp,
  TimestampIn,
} from '../src/scalars.ts';

const guard: Guard = {
  asksOthers: true,
  authenticate: async () => ({ userId: 1, clientId: 'c', kind: 'access', scopes: new Set(['write']), isAdmin: false }),
  assertStanding: async () => undefined,
  account: async (_, id) => ({ clientAccountId: id, exists: true, role: 'CA', directRole: 'CA', isActive: true }),
  accounts: async () => [],
};
const idempotency: IdempotencyStore = {
  run: async (_, work) => ({ answer: await work('k'), replayed: false }),
  rehearse: (work) => work(),
};
const api = createApi({
  access: createAccessStep(guard),
  idempotency,
  publicBaseUrl: 'https://x.example',
  standard,
  log: { error: () => undefined },
  forwarded: () => ({ address: '', dryRun: false }),
});
const general = { service: 'ledger', summary: 'Echo', envelope: standard } as const;

const echo = endpoint({
  ...general,
  name: 'values.echo',
  method: 'POST',
  path: '/api/v2/echo',
  body: z.object({
    money: MoneyIn.optional(),
    amount: AmountIn.optional(),
    rate: RateIn.optional(),
    date: CalendarDate.optional(),
    currency: CurrencyCode.optional(),
    at: TimestampIn.optional(),
    id: Id.optional(),
    text: requiredText(5).optional(),
  }),
  status: 200,
  output: z.record(z.string(), z.unknown()),
});
const out = endpoint({
  ...general,
  name: 'values.out',
  method: 'POST',
  path: '/api/v2/out',
  body: z.record(z.string(), z.unknown()),
  status: 200,
  output: z.object({
    id: z.int(),
    money: MoneyOut,
    rate: RateOut,
    at: Timestamp,
    date: CalendarDate,
    cell: ExactNumber,
    gone: z.string().nullable(),
  }),
});
const query = endpoint({
  ...general,
  name: 'values.query',
  method: 'GET',
  path: '/api/v2/query',
  query: z.object({
    flag: Flag.optional(),
    both: FlagOrNull.optional(),
    date: CalendarDate.optional(),
    ids: IdText.optional(),
  }),
  status: 200,
  output: z.record(z.string(), z.unknown()),
});
const many = endpoint({
  ...general,
  name: 'values.many',
  method: 'GET',
  path: '/api/v2/many',
  query: z.object({ ...paging(), empty: Flag.optional() }),
  status: 200,
  output: listOf(z.int()),
});
const reports = endpoint({
  ...general,
  name: 'values.report',
  envelope: report,
  method: 'GET',
  path: '/api/v2/reports/x',
  query: z.object({ date: CalendarDate }),
  status: 200,
  output: z.array(z.int()),
});
const returns = endpoint({
  ...general,
  name: 'values.filing',
  envelope: filing,
  method: 'GET',
  path: '/api/v2/tax-returns/x',
  query: z.object({ date: CalendarDate }),
  status: 200,
  output: z.array(z.int()),
});

let wrong: Record<string, unknown> = {};
api.serve(echo, async ({ body }) => ({ ...body }));
api.serve(out, async () => ({
  id: 7,
  money: '1250.00',
  rate: '11.250000',
  at: '2024-03-15T10:00:00Z',
  date: '2024-03-15',
  cell: exactNumber('1250.50'),
  gone: null,
  ...wrong,
}));
api.serve(query, async (call) => ({ ...call.query }));
api.serve(many, async (call) => {
  const records = call.query.empty ? 0 : 250;
  const { meta, offset } = locatePage(call.query, records);
  return { data: Array.from({ length: Math.min(meta.per_page, records - offset) }, (_, i) => offset + i), meta };
});
api.serve(reports, async () => []);
api.serve(returns, async () => reply(200, []));
const app = express().use(api.router());

const send = (json: string) =>
  request(app).post('/api/v2/echo').set('Authorization', 'x').set('Content-Type', 'application/json').send(json);
const ask = (path: string) => request(app).get(path).set('Authorization', 'x');
const show = () => request(app).post('/api/v2/out').set('Authorization', 'x').send({});

it('decimals are taken as strings and as numbers, digit by digit [GEN-R06]', async () => {
  for (const [json, text] of [
    ['"1250.00"', '1250.00'],
    ['1250.5', '1250.5'],
    ['"-0.01"', '-0.01'],
    ['0', '0'],
    ['9999999999999.99', '9999999999999.99'],
    ['"-0.00"', '0.00'],
    ['1250.50', '1250.50'],
  ])
    expect((await send(`{"money":${json}}`)).body).toEqual({ money: text });
});

it('more decimals than the field has are refused, zeros too [GENX-R30]', async () => {
  for (const json of [
    '{"money":"1.001"}',
    '{"money":1.001}',
    '{"money":"1.000"}',
    '{"money":1.000}',
    '{"rate":"1.1234567"}',
  ]) {
    const response = await send(json);
    expect([json, response.status, response.body.error.code]).toEqual([json, 400, 'common.validation_error']);
  }
  expect((await send('{"rate":"1.123456"}')).status).toBe(200);
});

it('exponents, spaces, separators and other digits are refused [GENX-R46]', async () => {
  for (const value of [
    '"1e3"',
    '1e3',
    '1E-2',
    '" 1"',
    '"1 000"',
    '"1,5"',
    '"1.000,00"',
    '"+1"',
    '".5"',
    '"1."',
    '"٣"',
    '"NaN"',
    '"Infinity"',
    '1e309',
    '"0x1"',
    '""',
    'true',
    'null',
    '[]',
    '"--1"',
    '99999999999999',
  ])
    expect([value, (await send(`{"money":${value}}`)).status]).toEqual([value, 400]);
});

it('a number with more digits than a double holds is not rounded on the way in [GENX-R47]', async () => {
  expect((await send('{"rate":1234567890123.123456}')).body).toEqual({ rate: '1234567890123.123456' });
  expect((await send('{"money":0.1000000000000000055511151231257827}')).status).toBe(400);
  expect((await send('{"money":12345678901234567890}')).status).toBe(400);
  expect((await send('{"id":9007199254740993}')).status).toBe(400);
});

it('an amount that must not be negative is not', async () => {
  expect([(await send('{"amount":"-0.01"}')).status, (await send('{"amount":"-0.00"}')).status]).toEqual([400, 200]);
});

it('ids are whole positive numbers or their digits', async () => {
  for (const value of ['1', '"1"', '9007199254740991']) expect((await send(`{"id":${value}}`)).status).toBe(200);
  for (const value of ['0', '-1', '1.5', '"1.0"', '"x"', '1e2', 'true'])
    expect([value, (await send(`{"id":${value}}`)).status]).toEqual([value, 400]);
});

it('impossible days are refused [GENX-R33]', async () => {
  for (const date of [
    '2026-02-29',
    '2100-02-29',
    '2024-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '1899-12-31',
    '3000-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    '',
  ]) {
    expect([date, (await send(`{"date":"${date}"}`)).status]).toEqual([date, 400]);
    if (date !== '') expect([date, (await ask(`/api/v2/query?date=${date}`)).status]).toEqual([date, 400]);
  }
  for (const date of ['2024-02-29', '2000-02-29', '1900-01-01', '2999-12-31'])
    expect((await send(`{"date":"${date}"}`)).status).toBe(200);
});

it('unknown currency codes are refused [GENX-R35]', async () => {
  for (const code of ['nok', 'NO', 'ABC', 'NOKK', 'constructor', ''])
    expect([code, (await send(`{"currency":"${code}"}`)).status]).toEqual([code, 400]);
  for (const code of ['NOK', 'EUR', 'JPY']) expect((await send(`{"currency":"${code}"}`)).status).toBe(200);
});

it('texts are trimmed, bounded and without NUL', async () => {
  expect((await send('{"text":"  ab  "}')).body).toEqual({ text: 'ab' });
  for (const text of ['abcdef', '   ', 'a\\u0000b']) expect((await send(`{"text":"${text}"}`)).status).toBe(400);
});

it('query booleans are true, false, 1 and 0 in any case, and nothing else [GENX-R34]', async () => {
  for (const [text, value] of [
    ['true', true],
    ['FALSE', false],
    ['1', true],
    ['0', false],
  ])
    expect((await ask(`/api/v2/query?flag=${text}`)).body).toEqual({ flag: value });
  for (const text of ['yes', '2', 't', 'on', '-1']) expect((await ask(`/api/v2/query?flag=${text}`)).status).toBe(400);
});

it('null is taken only where a list names it [GENX-R56]', async () => {
  expect((await ask('/api/v2/query?both=null')).body).toEqual({ both: null });
  expect((await ask('/api/v2/query?flag=null')).status).toBe(400);
});

it('an empty value reads as absent', async () => {
  expect((await ask('/api/v2/query?flag=&date=&ids=')).body).toEqual({});
});

it('money leaves with two decimals, rates with six; a field in another form never leaves [GENX-R31] [GENX-R32] [GEN-R06]', async () => {
  wrong = {};
  expect((await show()).body).toMatchObject({ money: '1250.00', rate: '11.250000' });
  for (const odd of [{ money: '1250' }, { money: 1250 }, { money: '1250.001' }, { rate: '11.25' }]) {
    wrong = odd;
    expect([odd, (await show()).status]).toEqual([odd, 500]);
  }
  wrong = {};
});

it('days leave as YYYY-MM-DD, moments as whole seconds in UTC, ids as whole numbers [GEN-R04] [GEN-R05] [GENX-R36] [GEN-R15]', async () => {
  expect((await show()).body).toMatchObject({ date: '2024-03-15', at: '2024-03-15T10:00:00Z', id: 7 });
  for (const odd of [
    { date: '15.03.2024' },
    { at: '2024-03-15T10:00:00.123Z' },
    { at: '2024-03-15T10:00:00+01:00' },
    { id: '7' },
    { id: 7.5 },
  ]) {
    wrong = odd;
    expect([odd, (await show()).status]).toEqual([odd, 500]);
  }
  wrong = {};
});

it('a field without a value is null, never missing [GENX-R50]', async () => {
  expect((await show()).body.gone).toBeNull();
  wrong = { gone: undefined };
  expect((await show()).status).toBe(500);
  wrong = {};
});

it('a cell of a report is a JSON number printed from its digits', async () => {
  wrong = { cell: exactNumber('12345678901234567.10') };
  expect((await show()).text).toContain('"cell":12345678901234567.1');
  wrong = { cell: 0.1 + 0.2 };
  expect((await show()).status).toBe(500);
  wrong = {};
});

it('a page has 100 rows when nothing else is stated, and there is no most [PAG-R06] [PAG-R07]', async () => {
  const { body } = await ask('/api/v2/many');
  expect([body.data.length, body.meta]).toEqual([100, { page: 1, pages: 3, per_page: 100, records: 250 }]);
  expect((await ask('/api/v2/many?per_page=100000')).body.meta).toEqual({
    page: 1,
    pages: 1,
    per_page: 100_000,
    records: 250,
  });
});

it('an empty list has one page and no records [PAG-R15]', async () => {
  expect((await ask('/api/v2/many?empty=1&page=4')).body).toEqual({
    data: [],
    meta: { page: 1, pages: 1, per_page: 100, records: 0 },
  });
});

it('reports fail as status, error and message [ERR-R07]', async () => {
  const response = await ask('/api/v2/reports/x?date=2026-02-30');
  expect([response.status, response.body]).toEqual([
    400,
    { status: 400, error: 'Bad Request', message: expect.stringContaining('date') },
  ]);
});

it('yearly accounts and tax returns fail as error and status [ERR-R08]', async () => {
  const response = await ask('/api/v2/tax-returns/x?date=2026-02-30');
  expect([response.status, response.body]).toEqual([400, { error: expect.stringContaining('date'), status: 400 }]);
});

it('a timestamp of a body is one moment in UTC, of the years that dates have; anything else is refused', () => {
  expect(TimestampIn.parse('2024-03-15T10:00:00+23:59')).toBe('2024-03-14T10:01:00.000Z');
  for (const odd of [
    '0000-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '3000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2024-02-30T00:00:00Z',
    '2024-01-01',
  ])
    expect(TimestampIn.safeParse(odd).success, odd).toBe(false);
});
