import { Auth, Erasure } from '@app/rpc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logIn, textOf } from './account-harness.ts';
import { type AuthService, obtainTokens, type Person, type RegisteredClient, startAuth } from './harness.ts';

let service: AuthService;
let kari: Person;
let client: RegisteredClient;
beforeAll(async () => {
  service = await startAuth();
  kari = await service.person();
  client = await service.client(kari);
});
afterAll(() => service.stop());

const row = (clientId: string, changes: object = {}) => ({
  clientId,
  atMillis: Date.now(),
  method: 'GET',
  path: '/api/v2/journal-entries?client_account_id=7',
  status: 200,
  requestId: 'r-1',
  durationMillis: 12,
  ...changes,
});
const record = (requests: readonly object[], by: 'gateway' | 'ledger' = 'gateway') =>
  service.connect(Auth, by).RecordRequests({ requests: requests as never });
const read = (id: string, person = kari, query = '', prefix = '/api/v2') =>
  service.call('GET', `${prefix}/oauth/clients/${encodeURIComponent(id)}/requests${query}`, { token: person.token });
const newClient = () => service.client(kari);
const stored = async (clientId: string): Promise<number> =>
  (await service.db.raw`select 1 from client_requests where client_id = ${clientId}`).length;

it('a person reads what an own client asked, the newest first, under both prefixes [REG-R30]', async () => {
  const tool = { method: 'POST', path: '/mcp', tool: 'get_journal_entry', code: 'accounting.journal_entry_not_found' };
  const fresh = row(client.client_id);
  const answer = await record([
    { ...fresh, requestId: 'first' },
    { ...fresh, ...tool, requestId: 'second' },
    { ...fresh, requestId: 'third', status: 499 },
  ]);
  expect(answer.recorded).toBe(3);
  const { status, body } = await read(client.client_id);
  expect([status, body.data.map((each: { request_id: string }) => each.request_id), body.meta]).toEqual([
    200,
    ['third', 'second', 'first'],
    { per_page: 50, next_cursor: null },
  ]);
  expect(body.data[1]).toEqual({
    requested_at: new Date(fresh.atMillis).toISOString().replace(/\.\d+Z/, 'Z'),
    method: 'POST',
    path: '/mcp',
    tool: 'get_journal_entry',
    status: 200,
    code: 'accounting.journal_entry_not_found',
    request_id: 'second',
    duration_ms: 12,
  });
  expect((await read(client.client_id, kari, '', '/v2')).body).toEqual(body);
  const failed = (await read(client.client_id, kari, '?failed=true')).body.data;
  expect(failed.map((each: { request_id: string }) => each.request_id)).toEqual(['third', 'second']);
  const went = (await read(client.client_id, kari, '?failed=false')).body.data;
  expect(went.map((each: { request_id: string }) => each.request_id)).toEqual(['first']);
});

it('a cursor leads to each request once, whatever arrives meanwhile; a strange one is refused', async () => {
  const { client_id } = await newClient();
  await record(Array.from({ length: 5 }, (_, index) => row(client_id, { requestId: `r-${index}` })));
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await read(client_id, kari, `?per_page=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data.map((each: { request_id: string }) => each.request_id));
    cursor = body.meta.next_cursor;
    await record([row(client_id, { requestId: 'meanwhile' })]);
  }
  expect(seen).toEqual(['r-4', 'r-3', 'r-2', 'r-1', 'r-0']);
  for (const query of ['?cursor=x', '?per_page=0', '?per_page=a', '?failed=maybe']) {
    const { status, body } = await read(client_id, kari, query);
    expect([query, status, body.error]).toEqual([query, 400, 'invalid_request']);
  }
});

it("another person's client, one that is gone, and one that never was look the same [REG-R31]", async () => {
  const ole = await service.person();
  const gone = await newClient();
  await service.call('DELETE', `/v2/oauth/clients/${gone.client_id}`, { token: kari.token });
  const registered = await service.call('POST', '/v2/oauth/register', {
    body: { client_name: 'Timer', redirect_uris: ['https://app.example/cb'] },
  });
  const answers = [
    await read(client.client_id, ole),
    await read(gone.client_id),
    await read('app_none'),
    await read(registered.body.client_id),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toEqual([
      404,
      { error: 'invalid_client', error_description: 'There is no such client among yours' },
    ]);
  for (const id of ['a\0b', 'a\\b', 'a b']) {
    const { status, body } = await read(encodeURIComponent(id));
    expect([id, status, body.error]).toEqual([id, 404, 'invalid_client']);
  }
  const browser = await logIn(service, ole);
  expect((await browser.open(`/account/api-access/${client.client_id}/requests`)).status).toBe(404);
});

it('nobody, and the client itself, are refused [REG-R25]', async () => {
  const path = `/api/v2/oauth/clients/${client.client_id}/requests`;
  expect((await service.call('GET', path)).status).toBe(401);
  const { access_token } = await obtainTokens(service, kari, client);
  const { status, body } = await service.call('GET', path, { token: access_token });
  expect([status, body.error]).toEqual([403, 'access_denied']);
});

it('of a client the last thousand are kept, and of those the last seven days [REG-R32]', async () => {
  const { client_id } = await newClient();
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => row(client_id, { requestId: `${name}-${index}` }));
  await record(many(700, 'a'));
  await record(many(700, 'b'));
  expect(await stored(client_id)).toBe(1_000);
  const { body } = await read(client_id, kari, '?per_page=200');
  expect([body.data.length, body.data[0].request_id]).toEqual([200, 'b-699']);
  expect((await record(many(1_001, 'c'))).recorded).toBe(1_000);

  const old = await newClient();
  await record([row(old.client_id, { atMillis: Date.now() - 8 * 24 * 3_600_000 }), row(old.client_id)]);
  expect((await read(old.client_id)).body.data).toHaveLength(1);
  await service.runJob('auth-cleanup');
  expect([await stored(old.client_id), await stored(client_id)]).toEqual([1, 1_000]);
});

it('requests of clients that nobody owns, or that are gone, are left out; those of others stay', async () => {
  const registered = await service.call('POST', '/v2/oauth/register', {
    body: { client_name: 'Timer', redirect_uris: ['https://app.example/cb'] },
  });
  const { client_id } = await newClient();
  const { recorded } = await record([row(registered.body.client_id), row('app_none'), row(client_id)]);
  expect([recorded, await stored(client_id), await stored(registered.body.client_id)]).toEqual([1, 1, 0]);
  expect((await record([])).recorded).toBe(0);
});

it('they go with the client [REG-R33]', async () => {
  const { client_id } = await newClient();
  await record([row(client_id)]);
  expect(await stored(client_id)).toBe(1);
  await service.call('DELETE', `/v2/oauth/clients/${client_id}`, { token: kari.token });
  expect(await stored(client_id)).toBe(0);
});

it('those that name a client account go with it, others stay [REG-R33]', async () => {
  const { client_id } = await newClient();
  await record([row(client_id, { clientAccountId: 71 }), row(client_id, { clientAccountId: 72 }), row(client_id)]);
  const erase = { clientAccountId: 71, categories: ['ACCOUNT'], commandKey: 'gone-71' };
  const deadline = Date.now() + 60_000;
  while (!(await service.connect(Erasure, 'organisation').EraseRecords(erase)).isDone)
    expect(Date.now()).toBeLessThan(deadline);
  expect(await stored(client_id)).toBe(2);
});

it('none but the gateway records any', async () => {
  await expect(record([row(client.client_id)], 'ledger')).rejects.toThrow();
});

it('the page of a client without requests, or without refusals, says which of them it lacks', async () => {
  const { client_id } = await newClient();
  const browser = await logIn(service, kari);
  const here = `/account/api-access/${client_id}/requests`;
  expect(textOf(await browser.open(here))).toContain('No requests');
  await record([row(client_id)]);
  const failed = textOf(await browser.open(`${here}?failed=on`));
  expect([failed.includes('No refusals'), failed.includes('No requests')]).toEqual([true, false]);
});

it('the page shows them to the owner, refusals alone where asked, and leads on to older ones', async () => {
  const { client_id } = await newClient();
  await record([
    row(client_id, { requestId: 'good', path: '/api/v2/<b>' }),
    row(client_id, { requestId: 'bad', status: 409, code: 'accounting.period_locked' }),
  ]);
  const browser = await logIn(service, kari);
  const here = `/account/api-access/${client_id}/requests`;
  const all = await browser.open(here);
  expect([all.status, all.body.includes('<b>'), all.body.includes('Older')]).toEqual([200, false, false]);
  expect(textOf(all)).toMatch(/409 · accounting\.period_locked .*bad.*GET \/api\/v2\/.*good/);
  expect(all.body).toContain('href="/docs/errors/accounting.period_locked"');
  const failed = textOf(await browser.open(`${here}?failed=on`));
  expect([failed.includes('bad'), failed.includes('good')]).toEqual([true, false]);
  expect((await browser.open('/account/api-access')).body).toContain(here);

  await record(Array.from({ length: 60 }, (_, index) => row(client_id, { requestId: `later-${index}` })));
  const older = /href="([^"]*cursor=[^"]*)"/.exec((await browser.open(here)).body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(textOf(await browser.open(older))).toContain('good');
  expect(textOf(await browser.open('/account/api-access'))).toContain('Last requests');
});
