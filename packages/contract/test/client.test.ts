import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import { ApiError, createClientOf, type FileAnswer, paginate, poll } from '../src/client.ts';
import { UnparsedNumber } from '../src/index.ts';
import * as things from './fixture.ts';

const fixture = things.createFixture();
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = fixture.app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const connect = (options: Partial<Parameters<typeof createClientOf>[1]> = {}) =>
  createClientOf({ things }, { baseUrl, token: 'rw', sleep: async () => undefined, ...options });

/** A server of answers in a row; the last one stays. */
function scripted(...answers: (Response | Error)[]) {
  const seen: { url: string; headers: Headers; body: unknown }[] = [];
  const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    seen.push({ url, headers: new Headers(init?.headers), body: init?.body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return (answer as Response).clone();
  };
  return { seen, fetch };
}
const json = (status: number, body: unknown, headers: Record<string, string> = {}) => Response.json(body, { status, headers });
const created = json(201, { id: 1, client_account_id: 1, name: 'a' });
const lost = () => new TypeError('fetch failed');

it('has one method per endpoint, named and typed after it', async () => {
  const client = connect();
  const thing = await client.things.get({ id: 1, with: 'owner' });
  expect(thing).toEqual({ id: 1, client_account_id: 1, name: 't1' });
  expectTypeOf(thing).toEqualTypeOf<{ id: number; client_account_id: number; name: string | null }>();
  expectTypeOf(client.things.create).parameter(0).toMatchTypeOf<{ client_account_id: number; name: string }>();
  // @ts-expect-error the name is required
  void (() => client.things.create({ client_account_id: 1 }));
  // @ts-expect-error there is no such operation
  void (() => client.things.vanish());
  expect((await client.things.update({ id: 1, name: 'new' })).name).toBe('new');
  expect((await client.things.count({ client_account_id: [1, 2] })).accounts).toEqual([1, 2]);
  expect((await client.things.count()).accounts).toEqual([1, 2, 5]);
});

it('values of a path cannot change the address', async () => {
  const { seen, fetch } = scripted(json(404, {}));
  await connect({ fetch })
    .things.get({ id: '../1?x=#' })
    .catch(() => undefined);
  expect(seen[0]?.url).toBe(`${baseUrl}/api/v2/things/..%2F1%3Fx%3D%23`);
  await expect(connect({ fetch }).things.get({ id: '' })).rejects.toThrow(/needs "id"/);
});

it('refusals are thrown with status, code, request id and details, whatever the envelope', async () => {
  const client = connect();
  const failure = async (promise: Promise<unknown>): Promise<ApiError> =>
    promise.then(
      () => expect.fail('it was not refused'),
      (error) => error,
    );
  const standard = await failure(client.things.get({ id: 3 }, { requestId: 'mine' }));
  expect(standard).toBeInstanceOf(ApiError);
  expect(standard).toMatchObject({ status: 403, code: 'common.forbidden', requestId: 'mine', details: { missing: 'account' } });
  const oauth = await failure(client.oauth.token({ client_id: 'unknown' }));
  expect(oauth).toMatchObject({ status: 401, code: 'invalid_client', message: 'The client is not known' });
  const report = await failure(client.reports.things({ client_account_id: 3 }));
  expect(report).toMatchObject({ status: 403, code: null, message: expect.stringContaining('no access') });
  expect(await failure(connect({ fetch: scripted(new Response('<h1>', { status: 500 })).fetch }).things.get({ id: 1 }))).toMatchObject({
    status: 500,
    code: null,
  });
});

it('forms are sent as forms, JSON as JSON, other media types come as files', async () => {
  const client = connect();
  expect(await client.oauth.token({ client_id: 'a b&c' })).toEqual({ access_token: 'for-a b&c' });
  const page = await client.reports.things.as('text/html', { client_account_id: 1 });
  expectTypeOf(page).toEqualTypeOf<FileAnswer>();
  expect([page.contentType, new TextDecoder().decode(page.bytes)]).toEqual(['text/html; charset=utf-8', '<p>æ</p>']);
  const named = scripted(
    new Response('x', {
      headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="_.pdf"; filename*=UTF-8''%C3%85r.pdf` },
    }),
  );
  expect((await connect(named).reports.things.as('application/pdf', { client_account_id: 1 })).fileName).toBe('År.pdf');
});

it('no digit of a number is lost', async () => {
  const { fetch } = scripted(
    new Response('[{"id":1,"amount":12345678901234567.10,"plain":1.5}]', { headers: { 'Content-Type': 'application/json' } }),
  );
  const [row] = (await connect({ fetch }).reports.things({ client_account_id: 1 })) as unknown as [Record<string, unknown>];
  expect(row?.amount).toEqual(new UnparsedNumber('12345678901234567.10'));
  expect(row?.plain).toBe(1.5);
});

it('a POST carries a key, the same for every try, another for every call', async () => {
  const { seen, fetch } = scripted(lost(), json(503, {}), json(409, { error: { code: 'common.idempotency_in_progress' } }), created);
  const client = connect({ fetch });
  await client.things.create({ client_account_id: 1, name: 'a' });
  await client.things.create({ client_account_id: 1, name: 'a' });
  await client.things.create({ client_account_id: 1, name: 'a' }, { idempotencyKey: 'mine' });
  const keys = seen.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(6);
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(new Set(keys).size).toBe(3);
  expect(keys[5]).toBe('mine');
});

it('reads are tried again after lost connections and passing faults, a bounded number of times', async () => {
  const { seen, fetch } = scripted(lost());
  await expect(connect({ fetch }).things.get({ id: 1 })).rejects.toThrow('fetch failed');
  expect(seen).toHaveLength(4);
});

it('a PUT is never repeated after a lost answer, and no refusal is', async () => {
  const put = scripted(lost());
  await expect(connect(put).things.update({ id: 1, name: 'b' })).rejects.toThrow();
  const refused = scripted(json(400, {}));
  await expect(connect(refused).things.create({ client_account_id: 1, name: 'b' })).rejects.toThrow();
  expect([put.seen.length, refused.seen.length]).toEqual([1, 1]);
});

it('a limit is waited for as long as it says, within reason', async () => {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  const thing = json(200, { id: 1, client_account_id: 1, name: 'a' });
  await connect({ ...scripted(json(429, {}, { 'Retry-After': '7' }), thing), sleep }).things.update({ id: 1, name: 'b' });
  await expect(connect({ ...scripted(json(429, {}, { 'Retry-After': '3600' })), sleep }).things.get({ id: 1 })).rejects.toMatchObject({
    status: 429,
    retryAfter: 3600,
  });
  expect(waits).toEqual([7000]);
});

it('an abort ends a call and its waiting', async () => {
  const controller = new AbortController();
  const { fetch } = scripted(lost());
  const call = createClientOf({ things }, { baseUrl, token: 'rw', fetch, retry: { first: 60_000, longest: 60_000 } }).things.get(
    { id: 1 },
    { signal: controller.signal },
  );
  controller.abort(new Error('enough'));
  await expect(call).rejects.toThrow(/enough|fetch failed/);
});

it('client credentials: parallel calls share a token, a refused one is renewed once', async () => {
  const asked: string[] = [];
  let valid = 't1';
  const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    if (url.endsWith('/v2/oauth/token')) {
      asked.push(String(init?.body));
      return json(200, { access_token: `t${asked.length}`, expires_in: 3600 });
    }
    const sent = new Headers(init?.headers).get('authorization');
    return sent === `Bearer ${valid}` ? json(200, { id: 1, client_account_id: 1, name: sent }) : json(401, {});
  };
  const client = connect({ fetch, clientCredentials: { clientId: 'id', clientSecret: 's', scope: 'read' } });
  await Promise.all([1, 2, 3].map((id) => client.things.get({ id })));
  expect(asked).toEqual(['grant_type=client_credentials&client_id=id&client_secret=s&scope=read']);
  valid = 't2';
  expect((await client.things.get({ id: 1 })).name).toBe('Bearer t2');
  valid = 'never';
  await expect(client.things.get({ id: 1 })).rejects.toMatchObject({ status: 401 });
  expect(asked).toHaveLength(3);
});

it('public calls carry no credential', async () => {
  const { seen, fetch } = scripted(json(200, { access_token: 'x' }));
  await connect({ fetch }).oauth.token({ client_id: 'a' });
  expect(seen[0]?.headers.has('authorization')).toBe(false);
});

it('paginate gives every row once', async () => {
  const ids: number[] = [];
  for await (const thing of paginate(connect().things.list, { client_account_id: 1, per_page: 2 })) ids.push(thing.id);
  expect(ids).toEqual([1, 2, 3, 4, 5]);
});

it('poll gives what changed since, once, and the mark to go on from', async () => {
  const table = new Map([
    [1, '2026-01-01T00:00:01Z'],
    [2, '2026-01-01T00:00:02Z'],
    [3, '2026-01-01T00:00:03Z'],
  ]);
  const asked: unknown[] = [];
  const list = async ({ page, updated_from: from = '' }: { page?: number; updated_from?: string }) => {
    asked.push(from);
    const rows = [...table].filter(([, at]) => at >= from).map(([id, updated_at]) => ({ id, updated_at }));
    return {
      data: rows.slice(((page ?? 1) - 1) * 2, (page ?? 1) * 2),
      meta: { page: page ?? 1, pages: Math.max(1, Math.ceil(rows.length / 2)), per_page: 2, records: rows.length },
    };
  };
  const steps = [
    () => table.set(4, '2026-01-01T00:00:03Z').set(1, '2026-01-01T00:00:04Z'),
    () => undefined,
    () => table.set(2, '2026-01-01T00:00:05Z'),
    () => controller.abort(),
  ];
  const controller = new AbortController();
  const rounds: { ids: number[]; mark: string | undefined }[] = [];
  for await (const { rows, mark } of poll(list, {}, { signal: controller.signal, sleep: async () => void steps.shift()?.() }))
    rounds.push({ ids: rows.map(({ id }) => id), mark });
  expect(rounds).toEqual([
    { ids: [1, 2, 3], mark: '2026-01-01T00:00:03Z' },
    { ids: [1, 4], mark: '2026-01-01T00:00:04Z' },
    { ids: [2], mark: '2026-01-01T00:00:05Z' },
  ]);
  expect(asked).toEqual(['', '', '2026-01-01T00:00:03Z', '2026-01-01T00:00:03Z', '2026-01-01T00:00:04Z', '2026-01-01T00:00:04Z']);
});

it('poll misses nothing when a row is removed while it reads', async () => {
  let rows = [1, 2, 3, 4].map((id) => ({ id, updated_at: `2026-01-01T00:00:0${id}Z` }));
  let calls = 0;
  const list = async ({ page = 1 }: { page?: number }) => {
    if (++calls === 2) rows = rows.slice(1);
    return {
      data: rows.slice((page - 1) * 2, page * 2),
      meta: { page, pages: Math.ceil(rows.length / 2), per_page: 2, records: rows.length },
    };
  };
  const controller = new AbortController();
  for await (const round of poll(list, {}, { signal: controller.signal, sleep: async () => controller.abort() }))
    expect(round.rows.map(({ id }) => id)).toEqual([2, 3, 4]);
  expect(calls).toBe(4);
});
