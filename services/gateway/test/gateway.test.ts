import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { standard } from '@app/api/envelopes';
import { gatewayEndpoints } from '@app/api/gateway/index';
import { setClock } from '@app/api/gateway/system';
import { endpoint } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { Operations } from '@app/rpc';
import { RESTART_GRACE_MILLIS } from '@app/runtime';
import { defineJob, type ServiceDefinition } from '@app/service';
import {
  createTestDatabase,
  findFreePort,
  internalKeysOf,
  startTestService,
  stub,
  type TestDatabase,
  type TestService,
} from '@app/testing';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { type RunningGateway, startGateway } from '../src/gateway.ts';
import { patiently } from '../src/system/health.ts';
import { until } from './fixture.ts';

const listThings = endpoint({
  name: 'things.list',
  summary: 'Things',
  service: 'chat',
  method: 'GET',
  path: '/api/v2/things',
  envelope: standard,
  status: 200,
  output: z.object({ today: z.string(), expired: z.int(), user: z.int(), address: z.string() }),
});
const limited = endpoint({
  name: 'things.limited',
  summary: 'Limited',
  service: 'chat',
  method: 'GET',
  path: '/api/v2/things/limited',
  envelope: standard,
  auth: 'public',
  status: 200,
  output: z.object({}),
  rateLimit: { name: 'things.limited', requests: 1, windowSeconds: 3600, methods: ['GET'] },
});

/** A real service with a table, a clock and a job. */
const things: ServiceDefinition = {
  name: 'chat',
  migrations: 'services/gateway/test/things',
  register: ({ db, clock }) => ({
    endpoints: (api) => {
      api.serve(listThings, async ({ principal, address }) => {
        const [row] = await db.executor.execute<{ expired: number }>(
          sql`select count(*)::int as expired from things where is_expired`,
        );
        return { today: clock.today(), expired: row!.expired, user: principal.userId, address };
      });
      api.serve(limited, async () => ({}));
    },
    jobs: [
      defineJob({
        name: 'thing-expiry',
        schedule: { everySeconds: 3_600 },
        run: async () => {
          const now = new Date(clock.millis()).toISOString();
          return (
            await db.executor.execute(
              sql`update things set is_expired = true where not is_expired and expires_at <= ${now}::timestamptz returning 1`,
            )
          ).length;
        },
      }),
    ],
  }),
};

const endpoints = [listThings, limited, ...gatewayEndpoints];
let service: TestService;
let database: TestDatabase;
let gateway: RunningGateway;
let sandbox: Server;
let sandboxNow: unknown[];
let isAuthDeaf = false;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const hear = stub(Operations, {
    SetClock: async () => {
      if (isAuthDeaf) throw new Failure('common.service_unavailable', 503, 'deaf');
      return {};
    },
    RunJob: async () => {
      throw new Failure('common.not_found', 404, 'There is no such job');
    },
  });
  service = await startTestService(things, { others: { auth: [hear], organisation: [hear] } });
  database = await createTestDatabase('gateway', join(import.meta.dirname, '..', 'migrations'));
  sandboxNow = [];
  sandbox = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        sandboxNow.push([request.method, request.url, JSON.parse(Buffer.concat(chunks).toString())]);
        response.setHeader('Content-Type', 'application/json').end('{}');
      });
  });
  await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve));
  env = {
    ...service.env,
    ...internalKeysOf('gateway'),
    DATABASE_URL: database.url,
    HTTP_PORT: '0',
    OPS_PORT: '0',
    LOG_LEVEL: 'silent',
    CHAT_HTTP_URL: service.httpUrl,
    CHAT_GRPC_ADDRESS: `127.0.0.1:${service.running.grpcPort}`,
    SANDBOX_BASE_URL: `http://127.0.0.1:${(sandbox.address() as { port: number }).port}`,
    NATS_URL: inject('natsUrl'),
  };
  gateway = await startGateway(readConfig(env), { endpoints, natsPrefix: service.natsPrefix });
  await gateway.opened;
  await until(async () => (await ask('/health/ready')).status === 200, 'the gateway is ready');
});
afterAll(async () => {
  await gateway.stop();
  await service.stop();
  await new Promise((resolve) => sandbox.close(resolve));
  await database.drop();
});

const ask = (path: string, init: RequestInit = {}, at = gateway) =>
  fetch(`http://127.0.0.1:${at.port}${path}`, { redirect: 'manual', ...init });
const bearer = async (options: Partial<Parameters<TestService['world']['token']>[0]> = {}) => {
  const user = service.world.user();
  return { Authorization: `Bearer ${await service.world.token({ userId: user.id, ...options })}` };
};
const moveClock = (now: string | null) =>
  ask('/testing/clock', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now }),
  });

describe('a request through the gateway to a service', () => {
  it('carries the caller, the address and the id all the way', async () => {
    const response = await ask('/api/v2/things', { headers: { ...(await bearer()), 'X-Request-Id': 'all-the-way' } });
    expect(await response.json()).toMatchObject({ user: expect.any(Number), address: '127.0.0.1' });
    expect([response.status, response.headers.get('x-request-id')]).toEqual([200, 'all-the-way']);
  });

  it('leaves a record when the gateway refuses it', async () => {
    const headers = { ...(await bearer({ audience: 'https://elsewhere.test' })), 'X-Request-Id': 'refused-here' };
    expect((await ask('/api/v2/things', { headers })).status).toBe(401);
    const admin = postgres(database.adminUrl, { max: 1 });
    const read = () =>
      admin`select kind, result, address, details from gateway.security_events where request_id = 'refused-here'`;
    try {
      await expect.poll(read).toHaveLength(1);
      expect([...(await read())]).toMatchObject([
        {
          kind: 'access_refused',
          result: 'refused',
          address: '127.0.0.1',
          details: { operation: 'things.list', status: 401 },
        },
      ]);
    } finally {
      await admin.end();
    }
  });

  it('is refused with a token of another audience, an expired one, and one of a user who is gone', async () => {
    const gone = service.world.user({ isActive: false });
    const tokens = [
      await bearer({ audience: 'https://elsewhere.test' }),
      await bearer({ expiresIn: -10 }),
      await bearer({ userId: gone.id }),
      { Authorization: 'Bearer x.y.z' },
    ];
    for (const headers of tokens) {
      const response = await ask('/api/v2/things', { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });
});

describe('health', () => {
  it('is public [JOB-R07]', async () => {
    for (const path of ['/health/live', '/health/ready', '/health/live/']) {
      const response = await ask(path);
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    }
    expect((await ask('/health/live', { method: 'HEAD' })).status).toBe(200);
    expect((await ask('/health/live', { method: 'POST' })).status).toBe(405);
  });

  it('counts no idle service that is frozen or gone, and says on the private port which is [JOB-R08]', async () => {
    const frozen = createTcpServer((socket) => void socket.on('error', () => undefined).resume());
    const port = await findFreePort();
    await new Promise<void>((resolve) => frozen.listen(port, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${port}`;
    const lonely = await startGateway(readConfig({ ...env, CHAT_HTTP_URL: origin, NATS_URL: 'nats://127.0.0.1:1' }), {
      endpoints,
    });
    const inside = async (path: string) => (await fetch(`http://127.0.0.1:${lonely.opsPort}${path}`)).text();
    await lonely.opened;
    await until(async () => (await ask('/health/ready', {}, lonely)).status === 200, 'ready without its neighbours');
    await until(async () => (await inside('/health/ready')).includes('away'), 'the private port reports them');
    expect(JSON.parse(await inside('/health/ready'))).toEqual({ status: 'ok', away: ['broker', 'chat'] });
    expect(JSON.parse(await inside('/health'))).toEqual({
      status: 'ok',
      missing: [],
      neighbours: { broker: 'away', chat: 'away' },
    });
    expect(await inside('/metrics')).toMatch(/dependency_up\{dependency="chat"[^}]*\} 0/);
    const answer = await ask('/health/ready', {}, lonely);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    expect((await ask('/health', {}, lonely)).status).toBe(404);
    await lonely.stop();
    await new Promise((resolve) => frozen.close(resolve));
  });

  it('is 503 without the service that verifies access [JOB-R08]', async () => {
    service.world.isAway = true;
    const blind = await startGateway(readConfig(env), { endpoints, natsPrefix: service.natsPrefix });
    await blind.opened;
    const response = await ask('/health/ready', {}, blind);
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        error: expect.objectContaining({
          code: 'common.service_unavailable',
          message: expect.not.stringMatching(/auth/),
        }),
      },
    ]);
    expect((await ask('/health/live', {}, blind)).status).toBe(200);
    const details = await fetch(`http://127.0.0.1:${blind.opsPort}/health/ready`);
    expect([details.status, await details.json()]).toMatchObject([503, { status: 'unavailable', missing: ['auth'] }]);
    service.world.isAway = false;
    await until(async () => (await ask('/health/ready', {}, blind)).status === 200, 'ready again');
    await blind.stop();
  });

  it('bears that service being away as long as calls wait for it', async () => {
    let now = 0;
    let isThere = true;
    const check = patiently(
      async () => {
        if (!isThere) throw new Error('away');
      },
      () => now,
    );
    await check();
    isThere = false;
    now = RESTART_GRACE_MILLIS - 1;
    await check();
    now = RESTART_GRACE_MILLIS;
    await expect(check()).rejects.toThrow('away');
    isThere = true;
    await check();
  });

  it('metrics are on the private port only', async () => {
    await ask('/nothing');
    const metrics = await (await fetch(`http://127.0.0.1:${gateway.opsPort}/metrics`)).text();
    expect(metrics).toMatch(
      /http_server_request_duration_seconds_count\{[^}]*http_request_method="GET",http_route="none",http_response_status_code="404"/,
    );
    expect(metrics).toMatch(/refusals_total\{code="common.not_found",status="404",service="gateway"\} [1-9]/);
    expect((await ask('/metrics')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${gateway.opsPort}/else`)).status).toBe(404);
  });
});

describe('the OpenAPI document', () => {
  it('is public, names this installation and is sent once', async () => {
    const response = await ask('/openapi.json');
    const document = (await response.json()) as { openapi: string; servers: { url: string }[] };
    expect([response.status, document.openapi, document.servers[0]?.url]).toEqual([200, '3.1.0', 'https://books.test']);
    expect([response.headers.get('access-control-allow-origin'), response.headers.get('cache-control')]).toEqual([
      '*',
      'no-cache',
    ]);
    const again = await ask('/openapi.json', { headers: { 'If-None-Match': response.headers.get('etag')! } });
    expect([again.status, await again.text(), again.headers.has('content-length')]).toEqual([304, '', false]);
  });

  it('and the reference are compressed for who asks, under one weak tag [GENX-R58]', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/ledger/journal-entries']) {
      const [plain, br, gzip] = await Promise.all(
        ['identity', 'br', 'gzip'].map((coding) => ask(path, { headers: { 'Accept-Encoding': coding } })),
      );
      const sent = [plain, br, gzip].map((one) => one!.headers);
      expect(sent.map((headers) => headers.get('content-encoding'))).toEqual([null, 'br', 'gzip']);
      expect(new Set(sent.map((headers) => headers.get('vary')))).toEqual(new Set(['Accept-Encoding']));
      expect(new Set(sent.map((headers) => headers.get('etag'))).size).toBe(1);
      expect(sent[0]!.get('etag')).toMatch(/^W\//);
      const texts = await Promise.all([plain, br, gzip].map((one) => one!.text()));
      expect(new Set(texts).size).toBe(1);
      expect(Number(sent[1]!.get('content-length'))).toBeLessThan(texts[0]!.length / 3);
      const head = await ask(path, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } });
      expect(head.headers.get('content-length')).toBe(sent[1]!.get('content-length'));
    }
  });
});

describe('the test hooks', () => {
  it('do not exist unless they are enabled [JOB-R05]', async () => {
    const plain = await startGateway(readConfig({ ...env, TEST_HOOKS_ENABLED: 'false' }), {
      endpoints,
      natsPrefix: service.natsPrefix,
    });
    await plain.opened;
    for (const [method, path] of [
      ['PUT', '/testing/clock'],
      ['GET', '/testing/clock'],
      ['POST', '/testing/jobs/thing-expiry/run'],
      ['POST', '/testing/companies'],
    ] as const) {
      const response = await ask(
        path,
        {
          method,
          ...(method === 'GET' ? {} : { body: '{"now":null}', headers: { 'Content-Type': 'application/json' } }),
        },
        plain,
      );
      expect([path, response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
        path,
        404,
        'common.not_found',
      ]);
    }
    await plain.stop();
  });

  it('are no page of another site, whose browser stands on this machine', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const before = sandboxNow.length;
      const company = await ask('/testing/companies', { method: 'POST', headers });
      const job = await ask('/testing/jobs/thing-expiry/run', { method: 'POST', headers });
      const clock = await ask('/testing/clock', {
        ...{ method: 'PUT', body: '{"now":null}', headers: { ...headers, 'Content-Type': 'application/json' } },
      });
      for (const answer of [company, job, clock])
        expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
          403,
          'common.forbidden',
        ]);
      expect(sandboxNow.length).toBe(before);
    }
  });

  it('make companies for programs of this machine and of networks that are named, and for nobody else [JOB-R05]', async () => {
    const answers: unknown[] = [];
    for (const networks of ['', '198.51.100.0/24']) {
      const gateway = await startGateway(
        readConfig({ ...env, TRUSTED_PROXIES: '127.0.0.1', TEST_HOOKS_NETWORKS: networks }),
        { endpoints, natsPrefix: service.natsPrefix },
      );
      await gateway.opened;
      for (const from of ['127.0.0.2', '198.51.100.7', '203.0.113.9']) {
        const headers = { 'X-Forwarded-For': from };
        const answer = await ask('/testing/companies', { method: 'POST', headers }, gateway);
        answers.push([networks, from, answer.status === 403]);
      }
      await gateway.stop();
    }
    expect(answers).toEqual([
      ['', '127.0.0.2', false],
      ['', '198.51.100.7', true],
      ['', '203.0.113.9', true],
      ['198.51.100.0/24', '127.0.0.2', false],
      ['198.51.100.0/24', '198.51.100.7', false],
      ['198.51.100.0/24', '203.0.113.9', true],
    ]);
  });

  it('move the clock of every service, of the gateway and of the sandbox: expiry and jobs follow [JOB-R06]', async () => {
    await service.db.executor.execute(
      sql`insert into things (id, expires_at) values (1, now() + interval '30 days'), (2, now() + interval '3 years')`,
    );
    const run = async () => (await (await ask('/testing/jobs/thing-expiry/run', { method: 'POST' })).json()) as object;
    expect(await run()).toEqual({ job: 'thing-expiry', changed: 0 });
    const headers = await bearer();
    expect((await ask('/api/v2/things/limited')).status).toBe(200);
    expect((await ask('/api/v2/things/limited')).status).toBe(429);

    const later = Temporal.Now.instant()
      .add({ hours: 24 * 60 })
      .round('second')
      .toString();
    const moved = await moveClock(later);
    expect([moved.status, await moved.json()]).toEqual([200, { now: later }]);
    expect(sandboxNow.at(-1)).toEqual(['PUT', '/sandbox/clock', { now: later }]);
    expect(await run()).toEqual({ job: 'thing-expiry', changed: 1 });
    expect(await run()).toEqual({ job: 'thing-expiry', changed: 0 });
    expect((await ask('/api/v2/things/limited')).status).toBe(200);
    expect((await ask('/api/v2/things', { headers })).status).toBe(401);
    const fresh = await bearer({ now: Temporal.Instant.from(later) });
    expect(await (await ask('/api/v2/things', { headers: fresh })).json()).toMatchObject({
      expired: 1,
      today: Temporal.Instant.from(later).toZonedDateTimeISO('Europe/Oslo').toPlainDate().toString(),
    });

    expect(await (await moveClock(null)).json()).toEqual({ now: null });
    expect((await ask('/api/v2/things', { headers })).status).toBe(200);
    expect(sandboxNow.at(-1)).toEqual(['PUT', '/sandbox/clock', { now: null }]);
  });

  it('a service that starts later finds the moved clock', async () => {
    const later = Temporal.Now.instant()
      .add({ hours: 24 * 400 })
      .round('second')
      .toString();
    await moveClock(later);
    const late = await startGateway(readConfig(env), { endpoints, natsPrefix: service.natsPrefix });
    await late.opened;
    await until(async () => {
      const response = await ask(
        '/api/v2/things',
        { headers: await bearer({ now: Temporal.Instant.from(later) }) },
        late,
      );
      return response.status === 200;
    }, 'the new gateway takes a token of that time');
    await late.stop();
    await moveClock(null);
  });

  it('a service that does not confirm fails the call and is named', async () => {
    isAuthDeaf = true;
    const response = await moveClock('2030-01-01T00:00:00Z');
    isAuthDeaf = false;
    await moveClock(null);
    expect([response.status, ((await response.json()) as { error: { message: string } }).error.message]).toEqual([
      503,
      'The clock was not confirmed by: auth, organisation',
    ]);
  });

  it('malformed times are refused', async () => {
    for (const body of ['{}', '{"now":"tomorrow"}', '{"now":5}', '{"now":"2026-01-01"}', '[]'])
      expect(
        (await ask('/testing/clock', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body })).status,
      ).toBe(400);
    expect(setClock.paths).toEqual(['/testing/clock']);
  });

  it('an unknown job is 404', async () => {
    for (const job of ['none', 'thing%20expiry', '%C3%A6']) {
      const response = await ask(`/testing/jobs/${job}/run`, { method: 'POST' });
      expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
        404,
        'common.not_found',
      ]);
    }
  });

  it('a job that is run again with the same key is not', async () => {
    await service.db.executor.execute(sql`insert into things (id, expires_at) values (7, now() - interval '1 day')`);
    const run = () => ask('/testing/jobs/thing-expiry/run', { method: 'POST', headers: { 'Idempotency-Key': 'once' } });
    const [first, second] = [await run(), await run()];
    expect([await first.json(), await second.json()]).toEqual([
      { job: 'thing-expiry', changed: 1 },
      { job: 'thing-expiry', changed: 1 },
    ]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('configuration', () => {
  it('says by name what is missing or wrong', () => {
    expect(() => readConfig({})).toThrow(/INTERNAL_PRIVATE_KEY is missing/);
    expect(() => readConfig({ ...env, TRUSTED_PROXIES: '10.0.0.0/99' })).toThrow(/TRUSTED_PROXIES.*10\.0\.0\.0\/99/);
    expect(() => readConfig({ ...env, PUBLIC_BASE_URL: 'https://books.test/' })).toThrow(/PUBLIC_BASE_URL/);
    expect(() =>
      readConfig({ ...env, DATABASE_URL: 'postgres://gateway:only-for-this-machine@db/accounting' }),
    ).toThrow(/DATABASE_URL.*published/);
    expect(() => readConfig({ ...env, RATE_LIMIT_SCALE: '1.5' })).toThrow(/RATE_LIMIT_SCALE/);
    expect(() => readConfig({ ...env, CORS_ORIGINS: 'https://a.example/x' })).toThrow(/CORS_ORIGINS/);
  });
});
