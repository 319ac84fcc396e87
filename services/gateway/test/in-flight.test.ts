import type { Guard } from '@app/access';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureGateway, startWorld, until, type World } from './fixture.ts';
import { guard } from './fixture-service.ts';
import { type HoldingService, startHoldingService } from './holding-service.ts';

let world: World;
let service: HoldingService;
let gateway: FixtureGateway;

/** `Bearer a`, `b`, … are users of their own; `Bearer a-app` is the first of them through a client. */
const manyPeople: Guard = {
  ...guard,
  authenticate: async (authorization) => {
    const [, name = '', client] = /^Bearer ([a-z])(-\w+)?$/.exec(authorization ?? '') ?? [];
    if (name === '') return guard.authenticate(authorization, ['access']);
    return {
      userId: name.charCodeAt(0),
      clientId: client ?? null,
      kind: 'access',
      scopes: new Set(['read', 'write']),
      isAdmin: false,
    };
  },
};

beforeAll(async () => {
  world = await startWorld();
  service = await startHoldingService();
  gateway = await world.startGateway({ guard: manyPeople, ledger: service.origin, trusted: '127.0.0.1' });
});
afterAll(async () => {
  await world?.close();
  await service?.close();
});

const ask = (token: string): Promise<Response> =>
  fetch(`${gateway.url}/api/v2/things/1`, { headers: { authorization: `Bearer ${token}` } });
const askAs = async (token: string, count: number): Promise<Promise<Response>[]> => {
  const before = service.held();
  const answers = Array.from({ length: count }, () => ask(token));
  await until(() => service.held() === before + count, `${count} requests of ${token} are under way`);
  return answers;
};
const statuses = async (answers: readonly Promise<Response>[]): Promise<number[]> =>
  Promise.all(
    answers.map(async (each) => {
      const answer = await each;
      await answer.text();
      return answer.status;
    }),
  );

it('the 41st request of a user and client at once is 429 with Retry-After; others, and a client of the same user, go on [PPL-R11]', async () => {
  const forty = await askAs('a', 40);
  const refused = await ask('a');
  expect([
    refused.status,
    refused.headers.get('retry-after'),
    ((await refused.json()) as { error: { code: string } }).error.code,
  ]).toEqual([429, '1', 'common.rate_limited']);
  const others = [...(await askAs('b', 1)), ...(await askAs('a-app', 1))];
  service.release();
  expect(await statuses([...forty, ...others])).toEqual(Array.from({ length: 42 }, () => 200));
  const again = await askAs('a', 40);
  service.release();
  expect(await statuses(again)).toEqual(Array.from({ length: 40 }, () => 200));
});

it('a request whose client goes away makes room at once', async () => {
  const leaving = new AbortController();
  const gone = Array.from({ length: 40 }, () =>
    fetch(`${gateway.url}/api/v2/things/1`, { headers: { authorization: 'Bearer c' }, signal: leaving.signal }).catch(
      () => 'gone',
    ),
  );
  await until(() => service.held() === 40, 'forty are under way');
  leaving.abort();
  expect(await Promise.all(gone)).toEqual(Array.from({ length: 40 }, () => 'gone'));
  await until(() => service.held() === 0, 'the service has let them go');
  const [one] = await askAs('c', 1);
  service.release();
  expect(await statuses([one!])).toEqual([200]);
});

it('clients that go away before they are known take no room', async () => {
  const known = Promise.withResolvers<void>();
  let asked = 0;
  const slow: Guard = {
    ...manyPeople,
    authenticate: async (...given) => {
      asked += 1;
      await known.promise;
      return manyPeople.authenticate(...given);
    },
  };
  const other = await world.startGateway({ guard: slow, ledger: service.origin });
  let closed = 0;
  other.server.on('request', (_request, response) => response.once('close', () => (closed += 1)));
  const leaving = new AbortController();
  const headers = { authorization: 'Bearer l' };
  const call = (signal?: AbortSignal) => fetch(`${other.url}/api/v2/things/1`, { headers, signal: signal ?? null });
  const gone = Array.from({ length: 40 }, () => call(leaving.signal).catch(() => 'gone'));
  await until(() => asked === 40, 'forty credentials are looked at');
  leaving.abort();
  await Promise.all(gone);
  await until(() => closed === 40, 'the gateway has noticed');
  known.resolve();
  const one = call();
  await until(() => service.held() === 1, 'the service has the one that stayed');
  service.release();
  expect(await statuses([one])).toEqual([200]);
});

it('of one user 120 are under way at once through all clients together; another user is not held up', async () => {
  const clients = [];
  for (const name of ['m-one', 'm-two', 'm-three']) clients.push(...(await askAs(name, 40)));
  const refused = await ask('m-four');
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('120 requests of one user')]);
  const others = await askAs('n', 1);
  service.release();
  expect(new Set(await statuses([...clients, ...others]))).toEqual(new Set([200]));
});

it('of an address without credentials 20 are under way at once; another address, and whoever has credentials, is not held up [PPL-R11]', async () => {
  const open = await world.startGateway({
    guard: manyPeople,
    ledger: service.origin,
    auth: service.origin,
    trusted: '127.0.0.1',
  });
  const discover = (address: string) =>
    fetch(`${open.url}/.well-known/oauth-authorization-server`, { headers: { 'x-forwarded-for': address } });
  const twenty = Array.from({ length: 20 }, (_, n) => discover(n % 2 === 0 ? '2001:db8::1' : '2001:db8::2'));
  await until(() => service.held() === 20, 'twenty are under way');
  const refused = await discover('2001:db8::3');
  expect([
    refused.status,
    refused.headers.get('retry-after'),
    ((await refused.json()) as { error: string }).error,
  ]).toEqual([429, '1', 'temporarily_unavailable']);
  const other = discover('2001:db8:0:1::1');
  const known = fetch(`${open.url}/api/v2/things/1`, {
    headers: { authorization: 'Bearer d', 'x-forwarded-for': '2001:db8::1' },
  });
  await until(() => service.held() === 22, 'others are under way');
  service.release();
  expect(await statuses([...twenty, other, known])).toEqual(Array.from({ length: 22 }, () => 200));
});

it('many who are slow at once never make another caller wait for a connection to a service', async () => {
  const many = (
    await Promise.all('efghij'.split('').map((name) => Array.from({ length: 40 }, () => ask(name))))
  ).flat();
  await until(() => service.held() === 240, '240 requests are under way');
  const [other] = await askAs('k', 1);
  service.release();
  expect(new Set(await statuses([...many, other!]))).toEqual(new Set([200]));
});
