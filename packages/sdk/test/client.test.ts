import type { Server } from 'node:http';
import * as things from '@app/access/test/things';
import { UnparsedNumber } from '@app/contract/json';
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import { ApiError } from '../src/api-error.ts';
import { createClientFrom } from '../src/client.ts';
import type { RawRequest } from '../src/client-options.ts';
import type { Methods } from '../src/client-types.ts';
import type { FileAnswer } from '../src/files.ts';
import { operationOf } from '../src/operation-of.ts';
import { paginate, poll } from '../src/pages.ts';

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

type Options = Parameters<typeof createClientFrom>[1];
const operations = Object.values(things)
  .filter((value) => typeof value === 'object' && 'paths' in value)
  .map(operationOf);
const connectWith = (options: Options) =>
  createClientFrom(operations, options) as Methods<{ things: typeof things }> & { readonly request: RawRequest };
const connect = ({ clientCredentials, person, ...options }: Partial<Options> = {}) =>
  connectWith({
    baseUrl,
    ...(clientCredentials ? { clientCredentials } : person ? { person } : { token: 'rw' }),
    sleep: async () => undefined,
    ...options,
  });

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
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
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

it('refusals are thrown with status, code, page, request id and details, whatever the envelope', async () => {
  const client = connect();
  const failure = async (promise: Promise<unknown>): Promise<ApiError> =>
    promise.then(
      () => expect.fail('it was not refused'),
      (error) => error,
    );
  const standard = await failure(client.things.get({ id: 3 }, { requestId: 'mine' }));
  expect(standard).toBeInstanceOf(ApiError);
  expect(standard).toMatchObject({
    status: 403,
    code: 'common.forbidden',
    requestId: 'mine',
    docUrl: expect.stringMatching(/\/docs\/errors\/common\.forbidden$/),
    details: { missing: 'account' },
  });
  const oauth = await failure(client.oauth.token({ client_id: 'unknown' }));
  expect(oauth).toMatchObject({
    status: 401,
    code: 'invalid_client',
    message: 'The client is not known',
    docUrl: expect.stringMatching(/\/docs\/errors\/invalid_client$/),
  });
  const report = await failure(client.reports.things({ client_account_id: 3 }));
  expect(report).toMatchObject({ status: 403, code: null, message: expect.stringContaining('no access') });
  expect(
    await failure(connect({ fetch: scripted(new Response('<h1>', { status: 500 })).fetch }).things.get({ id: 1 })),
  ).toMatchObject({
    status: 500,
    code: null,
    docUrl: null,
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
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="_.pdf"; filename*=UTF-8''%C3%85r.pdf`,
      },
    }),
  );
  expect((await connect(named).reports.things.as('application/pdf', { client_account_id: 1 })).fileName).toBe('År.pdf');
});

it('no digit of a number is lost', async () => {
  const { fetch } = scripted(
    new Response('[{"id":1,"amount":12345678901234567.10,"plain":1.5}]', {
      headers: { 'Content-Type': 'application/json' },
    }),
  );
  const [row] = (await connect({ fetch }).reports.things({ client_account_id: 1 })) as unknown as [
    Record<string, unknown>,
  ];
  expect(row?.amount).toEqual(new UnparsedNumber('12345678901234567.10'));
  expect(row?.plain).toBe(1.5);
});

it('a POST carries a key, the same for every try, another for every call', async () => {
  const { seen, fetch } = scripted(
    lost(),
    json(503, {}),
    json(409, { error: { code: 'common.idempotency_in_progress' } }),
    created,
  );
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

it('a POST that is not answered in time is sent again with its key, a PUT is not', async () => {
  const late = () => new DOMException('The operation timed out', 'TimeoutError');
  const post = scripted(late(), created);
  await connect(post).things.create({ client_account_id: 1, name: 'a' });
  expect(new Set(post.seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  const put = scripted(late());
  await expect(connect(put).things.update({ id: 1, name: 'b' })).rejects.toThrow('timed out');
  expect([post.seen.length, put.seen.length]).toEqual([2, 1]);
});

it('a redirect of somebody in between is an error, never taken for an answer, and not followed', async () => {
  const moved = new Response(null, { status: 301, headers: { Location: 'https://elsewhere.example/' } });
  const post = scripted(moved);
  await expect(connect(post).things.create({ client_account_id: 1, name: 'a' })).rejects.toMatchObject({
    name: 'ApiError',
    status: 301,
    message: expect.stringContaining('https://elsewhere.example/'),
  });
  expect(post.seen).toHaveLength(1);
});

it('an error that only says that it is JSON still has its status', async () => {
  const broken = new Response('<html>', { status: 502, headers: { 'Content-Type': 'application/json' } });
  const get = scripted(broken, json(200, { id: 1, client_account_id: 1, name: 'a' }));
  expect((await connect(get).things.get({ id: 1 })).name).toBe('a');
  await expect(connect(scripted(broken)).things.update({ id: 1, name: 'b' })).rejects.toMatchObject({ status: 502 });
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
  await connect({ ...scripted(json(429, {}, { 'Retry-After': '7' }), thing), sleep }).things.update({
    id: 1,
    name: 'b',
  });
  await expect(
    connect({ ...scripted(json(429, {}, { 'Retry-After': '3600' })), sleep }).things.get({ id: 1 }),
  ).rejects.toMatchObject({
    status: 429,
    retryAfter: 3600,
  });
  expect(waits).toEqual([7000]);
});

it('an abort ends a call and its waiting', async () => {
  const controller = new AbortController();
  const { fetch } = scripted(lost());
  const call = connectWith({ baseUrl, token: 'rw', fetch, retry: { first: 60_000, longest: 60_000 } }).things.get(
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

it('client credentials: a token that is not given in time, or is none, fails the call', async () => {
  const credentials = { clientId: 'id', clientSecret: 's' };
  const silent = (_url: string, init?: RequestInit) =>
    new Promise<Response>((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const client = connect({ fetch: silent, clientCredentials: credentials, timeout: 10, retry: { attempts: 1 } });
  await expect(client.things.get({ id: 1 })).rejects.toMatchObject({ name: 'TimeoutError' });
  const none = scripted(json(200, {}));
  await expect(connect({ ...none, clientCredentials: credentials }).things.get({ id: 1 })).rejects.toThrow(ApiError);
  expect(none.seen).toHaveLength(1);
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
  // @ts-expect-error a single thing has no pages
  void (() => paginate(connect().things.get, { id: 1 }));
  // @ts-expect-error which page is asked for is not the caller's to say
  void (() => paginate(connect().things.list, { page: 2 }));
  // @ts-expect-error a list without updated_at cannot be followed
  void (() => poll(connect().things.list, {}));
});

/** A list without cursors over a table in memory, two rows a page. */
const pagedList =
  (table: () => readonly { readonly id: number; readonly updated_at: string }[], asked: unknown[] = []) =>
  async ({ page = 1, updated_from: from = '' }: { page?: number; updated_from?: string }) => {
    asked.push(from);
    const rows = table().filter(({ updated_at }) => updated_at >= from);
    return {
      data: rows.slice((page - 1) * 2, page * 2),
      meta: { page, pages: Math.max(1, Math.ceil(rows.length / 2)), per_page: 2, records: rows.length },
    };
  };

/** The same with cursors, in the order of the changes. */
const followedList =
  (table: () => readonly { readonly id: number; readonly updated_at: string; readonly name?: string }[]) =>
  async ({
    updated_from: from = '',
    cursor = '',
  }: {
    client_account_id?: number;
    updated_from?: string;
    cursor?: string;
  }) => {
    const keyOf = (row: { readonly id: number; readonly updated_at: string }) =>
      `${row.updated_at} ${String(row.id).padStart(6, '0')}`;
    const rows = table()
      .filter((row) => row.updated_at >= from && keyOf(row) > cursor)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const data = rows.slice(0, 2);
    const next_cursor = rows.length > 2 ? keyOf(data.at(-1)!) : null;
    return { data, meta: { page: 1, pages: 1, per_page: 2, records: rows.length, next_cursor } };
  };

const second = (n: number) => `2026-01-01T00:00:${String(n).padStart(2, '0')}Z`;

it('paginate and poll follow cursors where there are some', async () => {
  const table = Array.from({ length: 7 }, (_, i) => ({ id: i + 1, updated_at: second(i) }));
  const list = followedList(() => table);
  const seen: number[] = [];
  for await (const { id } of paginate(list, {})) seen.push(id);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const controller = new AbortController();
  const rounds: unknown[] = [];
  const steps = [
    // Another record of a second that was given already, and a change of one that was given.
    () => {
      table.push({ id: 8, updated_at: second(6) }, { id: 9, updated_at: second(8) });
      table[0]!.updated_at = second(8);
    },
    () => controller.abort(),
  ];
  const options = { signal: controller.signal, sleep: async () => void steps.shift()?.() };
  for await (const { rows, mark } of poll(list, { client_account_id: 1 }, options))
    rounds.push([rows.map(({ id }) => id), mark]);
  expect(rounds).toEqual([
    [[1, 2], second(1)],
    [[3, 4], second(3)],
    [[5, 6], second(5)],
    [[7], second(6)],
    [[8], second(6)],
    [[1, 9], second(8)],
  ]);
});

it('poll over several client accounts goes back a minute, and gives nothing twice that did not change', async () => {
  const table = [{ id: 1, updated_at: '2026-01-01T00:05:00Z', name: 'a' }];
  const controller = new AbortController();
  const steps = [
    () => table.push({ id: 2, updated_at: '2026-01-01T00:04:10Z', name: 'late' }),
    () => controller.abort(),
  ];
  const rounds: unknown[] = [];
  const options = { signal: controller.signal, sleep: async () => void steps.shift()?.() };
  for await (const { rows, mark } of poll(
    followedList(() => table),
    {},
    options,
  ))
    rounds.push([rows.map(({ id }) => id), mark]);
  expect(rounds).toEqual([
    [[1], '2026-01-01T00:04:00Z'],
    [[2], '2026-01-01T00:04:00Z'],
  ]);
});

it('poll ends when it is aborted in the middle of a page', async () => {
  const controller = new AbortController();
  const list = async (_input: object, { signal }: { signal?: AbortSignal } = {}) => {
    controller.abort();
    signal?.throwIfAborted();
    return { data: [] as { id: number; updated_at: string }[], meta: { page: 1, pages: 1, per_page: 2, records: 0 } };
  };
  const rounds: unknown[] = [];
  for await (const round of poll(list, {}, { signal: controller.signal })) rounds.push(round);
  expect(rounds).toEqual([]);
});

it('poll of a list without cursors moves the mark when all pages were read', async () => {
  const table = new Map([
    [1, second(1)],
    [2, second(2)],
    [3, second(3)],
  ]);
  const asked: unknown[] = [];
  const list = pagedList(() => [...table].map(([id, updated_at]) => ({ id, updated_at })), asked);
  const steps = [
    () => table.set(4, second(3)).set(1, second(4)),
    () => undefined,
    () => table.set(2, second(5)),
    () => controller.abort(),
  ];
  const controller = new AbortController();
  const given: number[][] = [];
  const input = { client_account_id: 1 };
  for await (const { rows } of poll(list, input, {
    signal: controller.signal,
    sleep: async () => void steps.shift()?.(),
  }))
    given.push(rows.map(({ id }) => id));
  expect(given).toEqual([[1, 2], [3], [1], [4], [2]]);
  expect([...new Set(asked)]).toEqual(['1970-01-01T00:00:00Z', second(3), second(4)]);
});

it('poll misses nothing when a row is removed while it reads a list without cursors', async () => {
  let rows = [1, 2, 3, 4].map((id) => ({ id, updated_at: second(id) }));
  let calls = 0;
  const list = (input: { page?: number }) => {
    if (++calls === 2) rows = rows.slice(1);
    return pagedList(() => rows)(input);
  };
  const controller = new AbortController();
  const seen: number[] = [];
  for await (const round of poll(list, {}, { signal: controller.signal, sleep: async () => controller.abort() }))
    seen.push(...round.rows.map(({ id }) => id));
  expect(seen).toContain(3);
  expect(calls).toBe(4);
});
