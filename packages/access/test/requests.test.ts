import request from 'supertest';
import { expect, it } from 'vitest';
import { accountScopeOf } from '../src/account-scope.ts';
import type { Guard } from '../src/index.ts';
import { countThings, createFixture, rw } from './things.ts';

const { app } = createFixture();
const create = (body: unknown) =>
  request(app)
    .post('/api/v2/things')
    .set(rw)
    .set('Content-Type', 'application/json')
    .send(body as object);
const list = (query: string) => request(app).get(`/api/v2/things?client_account_id=1&${query}`).set(rw);

it('unknown and read-only fields of a body are ignored [GENX-R23] [GENX-R24]', async () => {
  const response = await create({
    client_account_id: 1,
    name: 'a',
    colour: 'red',
    id: 7,
    created_at: 'x',
    __proto__: { name: 'z' },
  });
  expect([response.status, response.body.name, response.body.id === 7]).toEqual([201, 'a', false]);
});

it('null on a required field is 400 [GENX-R25]', async () => {
  const response = await create({ client_account_id: 1, name: null });
  expect([response.status, response.body.error.details.fields[0].field]).toEqual([400, 'name']);
});

it('null is taken for an optional field [GENX-R26]', async () => {
  expect((await create({ client_account_id: 1, name: 'a', note: null })).status).toBe(201);
});

it('a body that is no object is 400 [GENX-R27]', async () => {
  for (const body of ['[]', '"a"', '1', 'null', 'true', '[{"client_account_id":1,"name":"a"}]']) {
    const response = await create(body);
    expect([body, response.status, response.body.error.code]).toEqual([body, 400, 'common.validation_error']);
  }
});

it('a missing account of a body is 400 and names the field [GENX-R43]', async () => {
  for (const body of [
    {},
    { client_account_id: null },
    { client_account_id: 'x' },
    { client_account_id: 0 },
    { client_account_id: 1.5 },
  ]) {
    const response = await create(body);
    expect([response.status, response.body.error.code, response.body.error.details.fields[0].field]).toEqual([
      400,
      'common.validation_error',
      'client_account_id',
    ]);
  }
});

it('an account that does not exist is 403 in a filter [GENX-R44]', async () => {
  const response = await request(app).get('/api/v2/things?client_account_id=99').set(rw);
  expect([response.status, response.body.error.code]).toEqual([403, 'common.forbidden']);
});

it('a list of accounts fails as a whole when one is out of reach [GENX-R45]', async () => {
  const count = (ids: string) => request(app).get(`/api/v2/things/count?client_account_id=${ids}`).set(rw);
  expect((await count('1,2')).body).toEqual({ accounts: [1, 2] });
  for (const ids of ['1,3', '1,99', '4,1']) expect((await count(ids)).status).toBe(403);
  expect((await count('1,x')).status).toBe(400);
});

it('a long list of accounts is one question, and a repeated id none', async () => {
  const asked = { account: 0, accounts: 0 };
  const access = (clientAccountId: number) =>
    ({ clientAccountId, exists: clientAccountId < 90, role: 'CA', directRole: 'CA', isActive: true }) as const;
  const guard: Guard = {
    asksOthers: true,
    authenticate: () => Promise.reject(new Error('is not asked here')),
    assertStanding: () => Promise.reject(new Error('is not asked here')),
    account: async (_, id) => {
      asked.account += 1;
      return access(id);
    },
    accounts: async () => {
      asked.accounts += 1;
      return Array.from({ length: 50 }, (_, index) => access(index + 1));
    },
  };
  const principal = { userId: 1, clientId: null, kind: 'session', scopes: new Set(['read']), isAdmin: false } as const;
  const reach = async (ids: readonly number[]) => {
    const sources = { query: { client_account_id: ids.join(',') }, body: undefined, params: {} };
    const { accounts } = await accountScopeOf(guard, principal, countThings, sources);
    return accounts.map(({ clientAccountId }) => clientAccountId);
  };
  expect(await reach([5, 5, 5, 2, 5])).toEqual([5, 2]);
  expect(asked).toEqual({ account: 2, accounts: 0 });
  const many = Array.from({ length: 40 }, (_, index) => 40 - index);
  expect(await reach(many)).toEqual(many);
  expect(asked).toEqual({ account: 2, accounts: 1 });
  // One that the list lacks is asked about by itself, and fails all of them when it is out of reach.
  expect(await reach([...many, 60])).toHaveLength(41);
  await expect(reach([...many, 90])).rejects.toMatchObject({ status: 403 });
  expect(asked).toEqual({ account: 4, accounts: 3 });
});

it('without the filter every account within reach counts [GEN-R12]', async () => {
  const response = await request(app).get('/api/v2/things/count').set(rw);
  expect(response.body).toEqual({ accounts: [1, 2, 5] });
});

it('several values are separated by comma, semicolon or space [GEN-R07] [GEN-R08] [GEN-R09]', async () => {
  for (const ids of ['1,2,3', '1;2;3', '1 2 3', '1%202+3', '1,+2;3,'])
    expect((await list(`ids=${ids}`)).body.meta.ids).toBe(3);
});

it('with names relations; unknown ones are ignored, nested ones bring their parent [GEN-R10] [GENX-R37]', async () => {
  expect((await list('')).body.meta.embedded).toBe(0);
  expect((await list('with=owner')).body.meta.embedded).toBe(1);
  expect((await list('with=owner.car')).body.meta.embedded).toBe(2);
  expect((await list('with=boat,owner')).body.meta.embedded).toBe(1);
});

it('with[] is with, any other key[] is ignored [GENX-R41]', async () => {
  expect((await list('with[]=owner')).body.meta.embedded).toBe(1);
  expect((await list('with[]=owner&with[]=owner.car')).body.meta.embedded).toBe(2);
  const response = await list('page[]=x&ids[]=y&ids[]=z');
  expect([response.status, response.body.meta.ids]).toEqual([200, 0]);
});

it('order_by takes a field, asc, desc and a minus, and ignores unknown fields [GENX-R38] [GENX-R39]', async () => {
  const first = async (order: string) => (await list(`order_by=${order}`)).body.data[0].id;
  for (const order of ['id', 'id asc', 'id ASC', 'colour', 'colour desc, id', ''])
    expect([order, await first(order)]).toEqual([order, 1]);
  for (const order of ['-id', 'id desc', 'id%20DESC', 'colour,-id'])
    expect([order, await first(order)]).toEqual([order, 5]);
});

it('lists are data and meta, all whole numbers [PAG-R01] [PAG-R02]', async () => {
  const { body } = await list('');
  expect(Object.keys(body)).toEqual(['data', 'meta']);
  expect(body.meta).toMatchObject({ page: 1, pages: 2, per_page: 3, records: 5 });
});

it('page is 1 when absent, and when it is below [PAG-R03] [PAG-R11]', async () => {
  for (const query of ['', 'page=1', 'page=0', 'page=-7', 'page=']) expect((await list(query)).body.meta.page).toBe(1);
});

it('a page past the end is the last one, and meta says which [PAG-R04] [PAG-R05]', async () => {
  const { body } = await list('page=99');
  expect([body.meta.page, body.data.map(({ id }: { id: number }) => id)]).toEqual([2, [4, 5]]);
});

it('a page that is no whole number is 400 [PAG-R12]', async () => {
  for (const page of ['x', '1.5', '1e3', '0x1', '٣']) expect((await list(`page=${page}`)).status).toBe(400);
});

it('a page size below one or no whole number is 400 [PAG-R13]', async () => {
  for (const size of ['0', '-1', 'x', '1.5']) expect((await list(`per_page=${size}`)).status).toBe(400);
});

it('a page size above the stated maximum is the maximum [PAG-R14]', async () => {
  expect((await list('per_page=11')).body.meta.per_page).toBe(10);
});

it('a parameter sent twice, too many parameters and NUL are 400', async () => {
  expect((await list('page=1&page=2')).status).toBe(400);
  expect((await list(Array.from({ length: 101 }, (_, i) => `a${i}=1`).join('&'))).status).toBe(400);
  expect((await list('ids=%00')).status).toBe(400);
});

it('deep and wide bodies are 400', async () => {
  expect((await create(`{"a":${'['.repeat(70)}${']'.repeat(70)}}`)).status).toBe(400);
});

it('errors leave nothing of the prototype of objects open', async () => {
  const response = await create('{"client_account_id":1,"name":"a","constructor":{"prototype":{"x":1}}}');
  expect([response.status, ({} as { x?: number }).x]).toEqual([201, undefined]);
});
