import { allEndpoints } from '@app/api/endpoints';
import { authErrors } from '@app/api/errors/auth';
import { connect } from '@app/db';
import { createLogger } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLimiter } from '../src/rate-limits/limiter.ts';
import { createRateLimitStore } from '../src/rate-limits/store.ts';
import { token as limitedToken } from './endpoints.ts';
import { type FixtureGateway, startWorld, type World } from './fixture.ts';

let world: World;
let gateway: FixtureGateway;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  // It remembers which windows are used up, which stand in the store no more.
  gateway = await world.startGateway({ trusted: '127.0.0.0/8' });
  world.clock.set(null);
  await world.db.executor.execute(sql`delete from rate_limit_windows`);
  world.auth.got.length = 0;
});

const ask = (path: string, method = 'POST', client = '198.51.100.1', at = gateway) =>
  fetch(`${at.url}${path}`, { method, headers: { 'X-Forwarded-For': client }, redirect: 'manual' });
const limitsOf = (response: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(response.headers.get(`ratelimit-${name}`)));
const statuses = async (responses: Promise<Response>[]) => (await Promise.all(responses)).map(({ status }) => status);

it('every answer of a limited endpoint states the limit, the rest and the end of the window [GENX-R05]', async () => {
  const first = await ask('/v2/oauth/token');
  expect([first.status, ...limitsOf(first)]).toEqual([200, 5, 4, 60]);
  const refused = await ask('/api/v2/auth/signup/exchange', 'POST');
  expect(limitsOf(refused)).toEqual([2, 1, 3600]);
  world.auth.next = (_request, response) => void response.status(500).end();
  const broken = await ask('/v2/oauth/token');
  expect([broken.status, limitsOf(broken)[1]]).toEqual([500, 3]);
});

it('beyond the limit the answer is 429, in the words of OAuth there [RL-R10]', async () => {
  for (let i = 0; i < 5; i++) expect((await ask('/v2/oauth/token')).status).toBe(200);
  const response = await ask('/v2/oauth/token');
  expect(response.status).toBe(429);
  expect(await response.json()).toEqual({
    error: 'temporarily_unavailable',
    error_description: expect.stringContaining('5 requests per minute'),
  });
  expect(authErrors.map(([code]) => code)).toContain('temporarily_unavailable');
  expect(world.auth.got).toHaveLength(5);
});

it('a 429 says how long to wait, and that is the end of the window [GENX-R06]', async () => {
  const began = Temporal.Now.instant();
  for (let i = 0; i < 5; i++) await ask('/v2/oauth/token');
  world.clock.set(Temporal.Now.instant().add({ seconds: 20 }));
  const response = await ask('/v2/oauth/token');
  const passed = began.until(Temporal.Now.instant()).total('seconds');
  const [limit, remaining, reset] = limitsOf(response);
  expect([response.status, limit, remaining, response.headers.get('retry-after')]).toEqual([429, 5, 0, String(reset)]);
  expect(reset).toBeGreaterThanOrEqual(Math.floor(40 - passed));
  expect(reset).toBeLessThanOrEqual(41);
});

it('a 429 outside OAuth is common.rate_limited in the standard envelope [RL-R16]', async () => {
  for (let i = 0; i < 2; i++) await ask('/api/v2/auth/signup/exchange');
  const response = await ask('/api/v2/auth/signup/exchange');
  const { error } = (await response.json()) as { error: { code: string; request_id: string; details: object } };
  expect([response.status, error.code, error.request_id]).toEqual([
    429,
    'common.rate_limited',
    response.headers.get('x-request-id'),
  ]);
  expect(error.details).toMatchObject({ limit: 2, window_seconds: 3600 });
});

it('both prefixes share one counter, with or without a slash at the end [RL-R11]', async () => {
  const paths = [
    '/v2/oauth/token',
    '/public/v2/oauth/token',
    '/v2/oauth/token/',
    '/public/v2/oauth/token',
    '/v2/oauth/token',
  ];
  for (const path of paths) expect((await ask(path)).status).toBe(200);
  expect(await statuses([ask('/public/v2/oauth/token'), ask('/v2/oauth/token')])).toEqual([429, 429]);
});

it('a refused request is not counted: the window ends when it was said to [RL-R12]', async () => {
  for (let i = 0; i < 12; i++) await ask('/v2/oauth/token');
  const [row] = await world.db.executor.execute<{ count: number }>(sql`select count from rate_limit_windows`);
  expect(row?.count).toBe(5);
  world.clock.set(Temporal.Now.instant().add({ seconds: 61 }));
  const response = await ask('/v2/oauth/token');
  expect([response.status, ...limitsOf(response)]).toEqual([200, 5, 4, 60]);
});

it('a window starts with its first request, not with the minute', async () => {
  // The clock runs on while somebody waits: each is far from what would change the answer.
  const at = async (time: string) => {
    world.clock.set(Temporal.Instant.from(`2031-01-01T${time}Z`));
    return limitsOf(await ask('/v2/oauth/token'))[1];
  };
  expect(await at('12:00:40')).toBe(4);
  expect(await at('12:01:10')).toBe(3);
  expect(await at('12:02:50')).toBe(4);
});

it('a clock that is set back does not lock anybody out', async () => {
  world.clock.set(Temporal.Now.instant().add({ hours: 24 * 365 }));
  for (let i = 0; i < 6; i++) await ask('/v2/oauth/token');
  world.clock.set(null);
  expect((await ask('/v2/oauth/token')).status).toBe(200);
});

it('whoever goes on asking beyond the limit is refused without asking the store, until the window ends', async () => {
  const store = createRateLimitStore(world.db);
  let asked = 0;
  const { clock } = world;
  const limiter = createLimiter({
    store: {
      ...store,
      count: (...given) => {
        asked += 1;
        return store.count(...given);
      },
    },
    scale: 1,
    clock,
    logger: createLogger({ service: 'gateway', level: 'silent' }),
  });
  const call = async (address = '198.51.100.60') => {
    const verdict = await limiter.check(limitedToken, 'POST', address);
    return [verdict?.failure?.status, verdict?.headers['RateLimit-Remaining']];
  };
  for (const left of ['4', '3', '2', '1', '0']) expect(await call()).toEqual([undefined, left]);
  for (let times = 0; times < 5; times++) expect(await call()).toEqual([429, '0']);
  expect(asked).toBe(6);
  expect(await call('198.51.100.61')).toEqual([undefined, '4']);
  clock.set(Temporal.Now.instant().add({ seconds: 61 }));
  for (const left of ['4', '3', '2', '1', '0']) expect(await call()).toEqual([undefined, left]);
  expect(await call()).toEqual([429, '0']);
  clock.set(Temporal.Now.instant().subtract({ hours: 1 }));
  expect(await call()).toEqual([undefined, '4']);
});

it('addresses count apart [RL-R13]', async () => {
  for (let i = 0; i < 6; i++) await ask('/v2/oauth/token', 'POST', '198.51.100.1');
  expect(
    await statuses([ask('/v2/oauth/token', 'POST', '198.51.100.1'), ask('/v2/oauth/token', 'POST', '198.51.100.2')]),
  ).toEqual([429, 200]);
});

it('IPv6 addresses of one /64 count together [RL-R18]', async () => {
  for (let i = 0; i < 5; i++) await ask('/v2/oauth/token', 'POST', `2001:db8:0:1::${i}`);
  expect(
    await statuses([
      ask('/v2/oauth/token', 'POST', '2001:db8:0:1:ffff::1'),
      ask('/v2/oauth/token', 'POST', '2001:db8:0:2::1'),
    ]),
  ).toEqual([429, 200]);
});

it('a forwarded address is believed from a trusted proxy only [RL-R17]', async () => {
  const alone = await world.startGateway();
  for (let i = 0; i < 5; i++) expect((await ask('/v2/oauth/token', 'POST', `198.51.100.${i}`, alone)).status).toBe(200);
  expect((await ask('/v2/oauth/token', 'POST', '198.51.100.99', alone)).status).toBe(429);
  await alone.close();
});

it('endpoints that are not listed have no limit and say nothing of one [RL-R14]', async () => {
  for (let i = 0; i < 30; i++) {
    const response = await ask('/.well-known/oauth-authorization-server', 'GET');
    expect([response.status, response.headers.has('ratelimit-limit')]).toEqual([200, false]);
  }
});

it('only the named methods of an endpoint count; HEAD counts as GET [RL-R19]', async () => {
  for (let i = 0; i < 10; i++) {
    const response = await ask('/v2/oauth/authorize', 'POST');
    expect([response.status, response.headers.has('ratelimit-limit')]).toEqual([200, false]);
  }
  expect(
    await statuses([
      ask('/v2/oauth/authorize', 'GET'),
      ask('/v2/oauth/authorize', 'GET'),
      ask('/v2/oauth/authorize', 'HEAD'),
    ]),
  ).toEqual([200, 200, 200]);
  expect((await ask('/v2/oauth/authorize', 'GET')).status).toBe(429);
  expect((await ask('/v2/oauth/authorize', 'HEAD')).status).toBe(429);
});

it('requests that are refused later count too; those to another method do not', async () => {
  world.auth.next = (_request, response) => void response.status(400).end();
  await ask('/v2/oauth/token');
  await ask('/v2/oauth/token', 'DELETE');
  expect(limitsOf(await ask('/v2/oauth/token'))[1]).toBe(3);
});

it('a scale multiplies the limits, and 0 switches them off [RL-R15]', async () => {
  const doubled = await world.startGateway({ scale: 2, trusted: '127.0.0.0/8' });
  expect(limitsOf(await ask('/v2/oauth/token', 'POST', '198.51.100.7', doubled))[0]).toBe(10);
  expect(
    (await statuses(Array.from({ length: 10 }, () => ask('/v2/oauth/token', 'POST', '198.51.100.7', doubled)))).filter(
      (status) => status === 429,
    ),
  ).toHaveLength(1);
  const off = await world.startGateway({ scale: 0 });
  const free = await Promise.all(Array.from({ length: 10 }, () => ask('/v2/oauth/token', 'POST', '198.51.100.8', off)));
  expect(free.every(({ status, headers }) => status === 200 && !headers.has('ratelimit-limit'))).toBe(true);
  await Promise.all([doubled.close(), off.close()]);
});

it('of many requests at once to two replicas exactly the limit passes', async () => {
  const other = await world.startGateway({ trusted: '127.0.0.0/8' });
  const responses = await statuses(
    Array.from({ length: 40 }, (_, i) => ask('/v2/oauth/token', 'POST', '198.51.100.50', i % 2 ? gateway : other)),
  );
  expect(responses.filter((status) => status === 200)).toHaveLength(5);
  expect(responses.filter((status) => status === 429)).toHaveLength(35);
  expect(world.auth.got).toHaveLength(5);
  await other.close();
});

it('while the store is away limited calls are refused, and all others go on', async () => {
  const away = connect({
    url: 'postgres://nobody:x@127.0.0.1:1/none',
    schema: 'gateway',
    applicationName: 'away',
    max: 1,
  });
  const blind = await world.startGateway({ db: away });
  const limited = await ask('/v2/oauth/token', 'POST', '198.51.100.1', blind);
  expect([limited.status, limited.headers.get('ratelimit-limit'), limited.headers.get('retry-after')]).toEqual([
    503,
    '5',
    '1',
  ]);
  expect(await limited.json()).toMatchObject({ error: 'temporarily_unavailable' });
  expect((await ask('/.well-known/oauth-authorization-server', 'GET', '198.51.100.1', blind)).status).toBe(200);
  await blind.close();
  await away.close();
});

it('windows that ended are forgotten', async () => {
  await ask('/v2/oauth/token');
  await ask('/api/v2/auth/signup/exchange');
  const store = createRateLimitStore(world.db);
  expect(await store.forgetEnded(Date.now())).toBe(0);
  expect(await store.forgetEnded(Date.now() + 61_000)).toBe(1);
  expect(await store.forgetEnded(Date.now() + 3_601_000)).toBe(1);
});

/** The limits of docs/contract/rate-limits.md: through the declarations that the platform routes by. */
const limits = [
  ['POST', '/v2/oauth/token', 60, 60, 'the token endpoint takes 60 requests a minute [RL-R01]'],
  ['POST', '/v2/oauth/revoke', 60, 60, 'the revocation endpoint takes 60 requests a minute [RL-R02]'],
  ['GET', '/v2/oauth/authorize', 120, 3600, 'the authorization endpoint takes 120 requests an hour [RL-R03]'],
  ['POST', '/v2/oauth/login', 60, 3600, 'login takes 60 requests an hour [RL-R04]'],
  ['POST', '/v2/oauth/register', 10, 3600, 'registration takes 10 requests an hour [RL-R05]'],
  ['POST', '/api/v2/auth/signup/authorize', 30, 3600, 'the start of a signup takes 30 requests an hour [RL-R06]'],
  ['GET', '/api/v2/auth/signup/callback', 20, 3600, 'the return of a signup takes 20 requests an hour [RL-R07]'],
  ['POST', '/api/v2/auth/signup/exchange', 60, 3600, 'the exchange of a signup takes 60 requests an hour [RL-R08]'],
  ['POST', '/api/v2/auth/signup', 50, 3600, 'completing a signup takes 50 requests an hour [RL-R09]'],
  ['POST', '/v2/oauth/password-reset', 5, 900, 'asking for a new password takes 5 requests in a quarter of an hour'],
] as const;

it.each(limits)('%s %s: %i per %i s: %s', async (method, path, requests, seconds) => {
  const real = await world.startGateway({
    trusted: '127.0.0.0/8',
    routed: allEndpoints.filter(({ service }) => service === 'auth'),
  });
  const answers: Response[] = [];
  for (let i = 0; i < requests; i++) answers.push(await ask(path, method, '198.51.100.77', real));
  expect(answers.every(({ status }) => status !== 429)).toBe(true);
  expect(limitsOf(answers[0]!)).toEqual([requests, requests - 1, seconds]);
  expect((await ask(path, method, '198.51.100.77', real)).status).toBe(429);
  await real.close();
});

it.each([
  ['/sign-up/start', '/api/v2/auth/signup/authorize', 30],
  ['/sign-up/complete', '/api/v2/auth/signup', 50],
  ['/sign-up/log-in', '/api/v2/auth/signup', 50],
])('a form of the sign-up page counts as the call it stands for: %s', async (form, path, requests) => {
  const real = await world.startGateway({
    trusted: '127.0.0.0/8',
    routed: allEndpoints.filter(({ service }) => service === 'auth'),
  });
  for (let i = 0; i < requests; i++)
    expect((await ask(i % 2 === 0 ? form : path, 'POST', '198.51.100.78', real)).status).not.toBe(429);
  for (const refused of [form, path]) expect((await ask(refused, 'POST', '198.51.100.78', real)).status).toBe(429);
  await real.close();
});

it('no endpoint but those ten is limited, and none twice; pages for people only share their counters', () => {
  const counters = allEndpoints.flatMap(({ rateLimit }) => (rateLimit ? [rateLimit.name] : []));
  expect(new Set(counters).size).toBe(limits.length);
  const limited = allEndpoints.filter(({ rateLimit, hidden }) => rateLimit !== undefined && !hidden);
  const named = limited.map(
    ({ paths, rateLimit }) =>
      limits.find(([method, path]) => paths.includes(path) && rateLimit?.methods.includes(method))?.[1],
  );
  expect(new Set(named)).toEqual(new Set(limits.map(([, path]) => path)));
  expect(limited).toHaveLength(limits.length);
  expect(new Set(limited.map(({ rateLimit }) => rateLimit?.name)).size).toBe(limits.length);
});
