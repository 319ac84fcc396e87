import { Agent, createServer, get } from 'node:http';
import { migrate } from '@app/db';
import { NOT_READY_HEADER } from '@app/identity';
import { createRpcClients, Operations, Organisation } from '@app/rpc';
import { createMetrics } from '@app/runtime';
import {
  createOwnBroker,
  createTestDatabase,
  internalKeysOf,
  startTestService,
  stub,
  type TestService,
  testBaseUrl,
  testSigner,
} from '@app/testing';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { closeServer, main, type RunningService, startService, storeClock } from '../src/index.ts';
import { millisUntilNext } from '../src/jobs.ts';
import { accountRenamed, createSpecimen } from './specimen.ts';

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(...args: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...args);
  stops.push(() => service.stop());
  return service;
}

const texts = async ({ db }: Pick<TestService, 'db'>): Promise<string[]> =>
  (await db.executor.execute<{ text: string }>(sql`select text from notes order by id`)).map(({ text }) => text);

async function startWithUser(...args: Parameters<typeof startTestService>) {
  const service = await start(...args);
  const user = service.world.user();
  const account = service.world.account();
  service.world.grant(user.id, account, 'CA');
  return { service, user, account, token: await service.world.token({ userId: user.id }) };
}

describe('a request', () => {
  it('is answered, stored, published and measured', async () => {
    const { service, account, token } = await startWithUser(createSpecimen());
    const answer = await service.call('POST', '/api/v2/notes', {
      token,
      body: { client_account_id: account, text: 'hello' },
    });
    expect(answer).toMatchObject({ status: 201, body: { client_account_id: account, text: 'hello' } });
    expect(await service.events('chat.note.written')).toEqual([
      { name: 'chat.note.written', clientAccountId: account, payload: { note_id: answer.body.id } },
    ]);
    const metrics = await service.call('GET', '/metrics');
    expect(metrics.body).toMatch(
      /http_server_request_duration_seconds_count\{[^}]*http_route="\/api\/v2\/notes",http_response_status_code="201"/,
    );
  });

  it.each([
    ['without a token', async () => ({}), 401],
    [
      'with an expired token',
      async (s: TestService, userId: number) => ({ token: await s.world.token({ userId, expiresIn: -5 }) }),
      401,
    ],
    [
      'with a token for another resource',
      async (s: TestService, userId: number) => ({
        token: await s.world.token({ userId, audience: 'https://other.test' }),
      }),
      401,
    ],
    [
      'with read scope only',
      async (s: TestService, userId: number) => ({ token: await s.world.token({ userId, scope: 'read' }) }),
      403,
    ],
  ])('%s is refused', async (_how, credential, status) => {
    const { service, user, account } = await startWithUser(createSpecimen());
    const answer = await service.call('POST', '/api/v2/notes', {
      ...(await credential(service, user.id)),
      body: { client_account_id: account, text: 'x' },
    });
    expect(answer.status).toBe(status);
    expect(await texts(service)).toEqual([]);
  });

  it('after the role is gone is refused, and 503 while nobody can decide', async () => {
    const { service, user, account, token } = await startWithUser(createSpecimen());
    const post = () =>
      service.call('POST', '/api/v2/notes', { token, body: { client_account_id: account, text: 'x' } });
    expect((await post()).status).toBe(201);
    service.world.revoke(user.id, account);
    expect(await post()).toMatchObject({ status: 403, body: { error: { code: 'common.forbidden' } } });
    service.world.isAway = true;
    expect(await post()).toMatchObject({ status: 503, body: { error: { code: 'common.service_unavailable' } } });
    service.world.isAway = false;
    service.world.user({ id: user.id, isActive: false });
    expect((await post()).status).toBe(401);
  });

  it('leaves a record when it is refused, and none when it is answered or brings no credential', async () => {
    const { service, user, account, token } = await startWithUser(createSpecimen());
    const stranger = service.world.user();
    const body = { client_account_id: account, text: 'x' };
    const post = (as: string | undefined, requestId: string) =>
      service.call('POST', '/api/v2/notes', {
        ...(as ? { token: as } : {}),
        body,
        headers: { 'x-request-id': requestId },
      });
    await post(token, 'answered');
    await post(undefined, 'without');
    expect(await service.records()).toEqual([]);
    await post(await service.world.token({ userId: user.id, expiresIn: -5 }), 'expired');
    await post(await service.world.token({ userId: user.id, scope: 'read' }), 'scope');
    for (const requestId of ['account', 'again'])
      await post(await service.world.token({ userId: stranger.id }), requestId);
    service.world.grant(stranger.id, account, 'EM');
    await post(await service.world.token({ userId: stranger.id }), 'role');
    service.world.user({ id: stranger.id, isActive: false });
    await post(await service.world.token({ userId: stranger.id }), 'inactive');
    const here = { kind: 'access_refused', result: 'refused', address: '203.0.113.7', times: 1 };
    const details = { operation: 'chat.createNote' };
    const of = (user_id: number | null, client_account_id: number | null) => ({
      user_id,
      client_account_id,
      client_id: user_id && 'test-client',
    });
    expect(await service.records()).toMatchObject([
      {
        ...here,
        ...of(null, null),
        request_id: 'expired',
        details: { ...details, status: 401, code: 'common.unauthorized' },
      },
      { ...here, ...of(user.id, null), request_id: 'scope', details: { ...details, status: 403, missing: 'scope' } },
      {
        ...here,
        ...of(stranger.id, account),
        request_id: 'account',
        times: 2,
        details: { ...details, status: 403, missing: 'account' },
      },
      {
        ...here,
        ...of(stranger.id, account),
        request_id: 'role',
        details: { ...details, status: 403, missing: 'role' },
      },
      { ...here, ...of(stranger.id, null), request_id: 'inactive', details: { ...details, status: 401 } },
    ]);
  });

  it('is believed about address and dry run only as far as the gateway signed it', async () => {
    const service = await start(createSpecimen());
    expect((await service.call('GET', '/api/v2/where', { address: '203.0.113.9' })).body).toMatchObject({
      address: '203.0.113.9',
      dryRun: false,
    });
    const forged = await service.call('GET', '/api/v2/where', {
      headers: { 'x-gateway-context': 'a.b.c', 'x-forwarded-for': '1.2.3.4' },
    });
    expect(forged.body).toMatchObject({ address: expect.stringMatching(/127\.0\.0\.1/), dryRun: false });
  });

  it('that is a dry run leaves nothing behind', async () => {
    const { service, account, token } = await startWithUser(createSpecimen());
    const answer = await service.call('POST', '/api/v2/notes', {
      token,
      dryRun: true,
      body: { client_account_id: account, text: 'x' },
    });
    expect(answer.status).toBe(201);
    expect(await texts(service)).toEqual([]);
    expect(await service.events()).toEqual([]);
  });
});

describe('events of others', () => {
  it('reach the handlers of the service', async () => {
    const service = await start(createSpecimen());
    await service.publish(accountRenamed.create({ client_account_id: 5, name: 'renamed' }, 5));
    await expect.poll(() => texts(service)).toEqual(['renamed']);
  });
});

describe('test hooks', () => {
  it('are for the gateway: they set the clock and run jobs', async () => {
    const service = await start(createSpecimen({ job: async () => 3 }));
    const operations = service.connect(Operations);
    await operations.SetClock({ now: '2031-06-30T22:30:00Z' });
    expect((await service.call('GET', '/api/v2/where')).body.today).toBe('2031-07-01');
    await operations.SetClock({});
    expect((await service.call('GET', '/api/v2/where')).body.today).toBe(
      Temporal.Now.plainDateISO('Europe/Oslo').toString(),
    );
    expect(await operations.RunJob({ job: 'note-cleanup' })).toEqual({ changed: 3 });
    await expect(operations.RunJob({ job: 'nothing' })).rejects.toMatchObject({ status: 404 });
    await expect(operations.SetClock({ now: 'yesterday' })).rejects.toMatchObject({ status: 400 });
    await expect(service.connect(Operations, 'ledger').SetClock({})).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('do not exist where they are not enabled', async () => {
    const service = await start(createSpecimen(), { env: { TEST_HOOKS_ENABLED: 'false' } });
    await expect(service.connect(Operations).SetClock({})).rejects.toMatchObject({ status: 404 });
    await expect(service.connect(Operations).RunJob({ job: 'note-cleanup' })).rejects.toMatchObject({ status: 404 });
  });

  it('a clock that was set before is followed by a service that starts later, and by one that runs', async () => {
    const service = await start(createSpecimen());
    const { broker } = service.running.composition;
    await storeClock(broker, Temporal.Instant.from('2040-01-01T12:00:00Z'));
    await expect.poll(async () => (await service.call('GET', '/api/v2/where')).body.today).toBe('2040-01-01');
    const late = await startAgain(service);
    const today = async () =>
      ((await (await fetch(`http://127.0.0.1:${late.httpPort}/api/v2/where`)).json()) as { today: string }).today;
    await expect.poll(today).toBe('2040-01-01');
    await storeClock(broker, null);
    await expect.poll(async () => (await service.call('GET', '/api/v2/where')).body.today).not.toBe('2040-01-01');
  });
});

/** A second replica of a running test service. */
async function startAgain(service: TestService, definition = createSpecimen()): Promise<RunningService> {
  const env = service.env;
  const again = await startService(definition, { env, natsPrefix: service.natsPrefix });
  stops.push(() => again.stop());
  await again.opened;
  return again;
}

describe('jobs', () => {
  it('run one at a time on all replicas, each run once [JOB-R04]', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const job = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return ++runs;
    };
    const definition = createSpecimen({ job });
    const service = await start(definition);
    const other = await startAgain(service, definition);
    const outcomes = await Promise.all(
      [1, 2, 3].flatMap(() => [service.runJob('note-cleanup'), other.composition.jobs.run('note-cleanup')]),
    );
    expect(outcomes.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(1);
  });

  it('that hold their work by leases wait for no other job and hold up none, on any replica; each waits for itself', async () => {
    const leased = Promise.withResolvers<number>();
    const locked = Promise.withResolvers<number>();
    let begun = 0;
    const definition = createSpecimen({
      job: () => locked.promise,
      leasedJob: () => (++begun === 3 ? Promise.resolve(9) : leased.promise),
    });
    const service = await start(definition);
    const other = await startAgain(service, definition);
    const cleanup = service.runJob('note-cleanup');
    const copies = [service.runJob('note-copies'), other.composition.jobs.run('note-copies')];
    const next = service.runJob('note-copies');
    await expect.poll(() => begun).toBe(2);
    locked.resolve(1);
    expect([await cleanup, await service.runJob('note-cleanup'), begun]).toEqual([1, 1, 2]);
    leased.resolve(5);
    expect(await Promise.all([...copies, next])).toEqual([5, 5, 9]);
  });

  it('that fail leave the next run free', async () => {
    let runs = 0;
    const service = await start(
      createSpecimen({ job: async () => (++runs === 1 ? Promise.reject(new Error('no')) : 7) }),
    );
    await expect(service.runJob('note-cleanup')).rejects.toThrow('no');
    expect(await service.runJob('note-cleanup')).toBe(7);
  });

  it.each([
    ['2026-03-28T12:00:00Z', '03:30', 13.5],
    ['2026-06-01T00:00:00Z', '03:30', 1.5],
    ['2026-06-01T01:30:00Z', '03:30', 24],
    ['2026-10-24T10:00:00Z', '03:30', 16.5],
  ] as const)('a daily job after %s runs at %s in Oslo: in %s hours', (now, dailyAt, hours) => {
    expect(millisUntilNext({ dailyAt }, Temporal.Instant.from(now))).toBe(hours * 3_600_000);
  });
});

describe('starting', () => {
  const general = (databaseUrl: string): NodeJS.ProcessEnv => ({
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    DATABASE_URL: databaseUrl,
    NATS_URL: inject('natsUrl'),
    PUBLIC_BASE_URL: testBaseUrl,
    ...internalKeysOf('chat'),
    DATA_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    AUTH_GRPC_ADDRESS: '127.0.0.1:1',
    ORGANISATION_GRPC_ADDRESS: '127.0.0.1:1',
    LOG_LEVEL: 'silent',
  });
  const ready = async ({ httpPort }: RunningService) =>
    (await fetch(`http://127.0.0.1:${httpPort}/health/ready`)).json() as Promise<{
      status: string;
      missing?: string[];
    }>;

  it('refuses a secret that anybody can look up when it is reached by https', async () => {
    const env = general('postgres://chat:only-for-this-machine@127.0.0.1:1/accounting');
    await expect(startService(createSpecimen(), { env })).rejects.toThrow(
      /^DATABASE_URL holds a default that is published/,
    );
  });

  it('waits unready for its schema and the keys of auth, not for the broker, and answers 503 meanwhile [JOB-R08]', async () => {
    const database = await createTestDatabase('chat', 'packages/service/test/migrations');
    stops.push(() => database.drop());
    const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
    await owner.unsafe("drop table notes; delete from schema_migrations where name like '0001%'");
    await owner.end();
    const service = await startService(createSpecimen(), {
      env: { ...general(database.url), NATS_URL: 'nats://127.0.0.1:1' },
      natsPrefix: 'none',
    });
    stops.push(() => service.stop());
    expect((await ready(service)).missing).toEqual(['schema', 'auth']);
    expect((await fetch(`http://127.0.0.1:${service.httpPort}/health/live`)).status).toBe(200);
    const early = await fetch(`http://127.0.0.1:${service.httpPort}/api/v2/where`, {
      headers: { 'x-request-id': 'r-1' },
    });
    expect(early.status).toBe(503);
    expect(early.headers.get('x-request-id')).toBe('r-1');
    expect(early.headers.get(NOT_READY_HEADER)).toBe('1');
    expect(await early.json()).toMatchObject({ error: { code: 'common.service_unavailable', request_id: 'r-1' } });
    // Nothing is asked of tables that are not there yet, whoever calls.
    const clients = createRpcClients({ signer: testSigner('gateway'), metrics: createMetrics({ service: 'gateway' }) });
    stops.push(async () => clients.close());
    const operations = clients.connect(Operations, { service: 'chat', address: `127.0.0.1:${service.grpcPort}` });
    await expect(operations.RunJob({ job: 'note-cleanup' })).rejects.toMatchObject({ status: 503 });
    await migrate({ url: database.ownerUrl, service: 'chat', directory: 'packages/service/test/migrations' });
    await service.opened;
    await expect(operations.RunJob({ job: 'nothing' })).rejects.toMatchObject({ status: 404 });
    const late = await fetch(`http://127.0.0.1:${service.httpPort}/api/v2/where`);
    expect([late.status, late.headers.get(NOT_READY_HEADER)]).toEqual([200, null]);
    await expect.poll(async () => (await ready(service)).missing, { interval: 200 }).toEqual(['auth']);
  });

  it('needs no broker: it works without, takes part when it comes, and works on while it is frozen [JOB-R08]', async () => {
    const broker = await createOwnBroker();
    stops.push(() => broker.remove());
    const { service, account, token } = await startWithUser(createSpecimen(), { env: { NATS_URL: broker.url } });
    const health = async () => (await service.call('GET', '/health')).body;
    const write = (text: string) =>
      service.call('POST', '/api/v2/notes', { token, body: { client_account_id: account, text } });
    const measured = async () =>
      /dependency_up\{dependency="broker"[^}]*\} (\d)/.exec((await service.call('GET', '/metrics')).body)?.[1];

    expect((await write('without')).status).toBe(201);
    await expect
      .poll(async () => (await service.call('GET', '/health/ready')).body)
      .toEqual({ status: 'ok', away: ['broker'] });
    expect(await health()).toEqual({
      status: 'ok',
      missing: [],
      neighbours: { broker: 'away', auth: 'ok', organisation: 'ok' },
    });
    expect(await measured()).toBe('0');

    await broker.start();
    await expect.poll(async () => (await health()).neighbours.broker).toBe('ok');
    await service.publish(accountRenamed.create({ client_account_id: account, name: 'with' }, account));
    await expect.poll(() => texts(service)).toEqual(['without', 'with']);
    expect(await measured()).toBe('1');

    broker.freeze();
    await expect.poll(async () => (await health()).neighbours.broker).toBe('away');
    expect((await service.call('GET', '/health/ready')).status).toBe(200);
    expect((await write('frozen')).status).toBe(201);
    broker.thaw();
    await expect.poll(async () => (await health()).neighbours.broker).toBe('ok');
  });

  it('ends in time when its broker never answered', async () => {
    const broker = await createOwnBroker();
    stops.push(() => broker.remove());
    await broker.start();
    broker.freeze();
    const service = await startTestService(createSpecimen(), { env: { NATS_URL: broker.url } });
    await service.stop();
    expect(service.running.composition.broker.isConnected()).toBe(false);
  });

  it('migrates by itself when it has the address of the owner', async () => {
    const database = await createTestDatabase('chat', 'packages/service/test/migrations');
    stops.push(() => database.drop());
    const owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
    await owner.unsafe("drop table notes; delete from schema_migrations where name like '0001%'");
    await owner.end();
    const service = await startService(createSpecimen(), {
      env: { ...general(database.url), DATABASE_OWNER_URL: database.ownerUrl },
      natsPrefix: 'none2',
    });
    stops.push(() => service.stop());
    await service.opened;
    expect((await fetch(`http://127.0.0.1:${service.httpPort}/api/v2/where`)).status).toBe(200);
  });

  it('names the variables that are missing or wrong', async () => {
    await expect(startService(createSpecimen(), { env: {} })).rejects.toThrow(/DATABASE_URL is missing/);
    await expect(
      startService(createSpecimen(), { env: { ...general('x'), PUBLIC_BASE_URL: 'https://books.test/' } }),
    ).rejects.toThrow(/PUBLIC_BASE_URL is not valid: must be an origin/);
    await expect(
      startService(createSpecimen(), { env: { ...general('postgres://x@127.0.0.1:1/x'), AUTH_GRPC_ADDRESS: '' } }),
    ).rejects.toThrow(/AUTH_GRPC_ADDRESS is missing/);
  });
});

describe('stopping', () => {
  it('answers what is under way, takes nothing new and publishes the last event', async () => {
    let entered = () => {};
    let release = () => {};
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { service, account, token } = await startWithUser(
      createSpecimen({
        onRequest: () => {
          entered();
          return gate;
        },
      }),
    );
    const operations = service.connect(Operations);
    const underWay = service.call('POST', '/api/v2/notes', {
      token,
      body: { client_account_id: account, text: 'last' },
    });
    await inside;
    const stopped = service.running.stop();
    await expect
      .poll(() =>
        fetch(`${service.httpUrl}/health/live`).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused');
    // What is under way may need others who ask back.
    await expect(operations.RunJob({ job: 'nothing' })).rejects.toMatchObject({ status: 404 });
    release();
    expect((await underWay).status).toBe(201);
    await stopped;
    const sql = postgres(service.env.DATABASE_URL!, { max: 1 });
    expect(await sql`select published_at is not null as published from outbox`).toEqual([{ published: true }]);
    await sql.end();
  });
});

describe('a kept connection', () => {
  it('learns from one more answer that the service stops', async () => {
    const server = createServer((_request, response) => void response.end('answered'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<string>((resolve, reject) => {
        get({ host: '127.0.0.1', port, agent }, (response) => {
          response.resume();
          response.on('end', () => resolve(response.headers.connection ?? ''));
        }).on('error', reject);
      });
    expect(await ask()).toBe('keep-alive');
    const closed = closeServer(server, { keepsIdle: true });
    expect(await ask()).toBe('close');
    await closed;
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    agent.destroy();
  });

  it('that nobody uses ends when it would have ended anyway', async () => {
    const server = createServer({ keepAliveTimeout: 200 }, (_request, response) => void response.end('answered'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}`).then((response) => response.text());
    await closeServer(server, { keepsIdle: true });
    expect(server.listening).toBe(false);
  });
});

describe('commands of the operator', () => {
  /** Runs commands beside a service, in this process. @returns what each prints, line by line */
  const beside = async (
    service: TestService,
    work: (command: (...args: string[]) => Promise<readonly string[]>) => Promise<void>,
  ): Promise<void> => {
    const printed: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)));
    const error = vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(String(line)));
    const before = process.env;
    process.env = { ...before, ...service.env };
    try {
      await work(async (...args) => {
        await main(createSpecimen(), args);
        return printed.splice(0);
      });
    } finally {
      process.exitCode = 0;
      process.env = before;
      log.mockRestore();
      error.mockRestore();
    }
  };

  it('list and redrive a parked message', async () => {
    const service = await start(createSpecimen());
    await service.publish(accountRenamed.create({ client_account_id: 5, name: 'poison' }, 5));
    await service.db.executor.execute(sql`insert into parked_messages (consumer, event_id, subject, payload, headers, error, deliveries)
      values ('chat-organisation-client_account-renamed', '019a0000-0000-7000-8000-000000000001', 'events.organisation.client_account.renamed', '{"client_account_id":5,"name":"late"}', '{"event-version":"1"}', 'x', 8)`);
    await beside(service, async (command) => {
      const [{ id }] = JSON.parse((await command('parked'))[0]!) as [{ id: number }];
      expect(await command('redrive', String(id))).toEqual([`Message ${id} was handled.`]);
      expect(await texts(service)).toEqual(['late']);
      const [unreadable] = await service.db.executor.execute<{ id: string }>(sql`
        insert into parked_messages (consumer, event_id, subject, payload, headers, error, deliveries)
        select consumer, '019a0000-0000-7000-8000-000000000002', subject, '{"client_account_id":"no"}', headers, error, deliveries
        from parked_messages where id = ${id} returning id`);
      expect((await command('redrive', String(unreadable!.id))).join()).toMatch(
        new RegExp(`^Message ${unreadable!.id} stays parked\\. It failed again: .+\\.$`, 's'),
      );
      expect((await command('dance')).join()).toMatch(/^Commands:/);
      expect(process.exitCode).toBe(1);
    });
  });

  it('verify by day what is verified nightly, and keep what metrics say of it', async () => {
    const service = await start(createSpecimen());
    const kept = async () =>
      (
        await service.db.executor.execute<{ invariant: string }>(
          sql`select invariant from verification_findings where broken > 0`,
        )
      ).map(({ invariant }) => invariant);
    await service.db.executor.execute(sql`insert into parked_messages (consumer, event_id, subject, payload, headers, error, deliveries)
      values ('chat-specimen', '019a0000-0000-7000-8000-000000000001', 'events.specimen', '{}', '{}', 'x', 8)`);
    await beside(service, async (command) => {
      expect(await command('verify')).toEqual([expect.stringMatching(/^1 row breaks a rule; /)]);
      expect([process.exitCode, await kept()]).toEqual([1, ['no message waits for an operator']]);
      await service.db.executor.execute(sql`update parked_messages set redriven_at = now()`);
      process.exitCode = 0;
      expect([await command('verify'), process.exitCode, await kept()]).toEqual([['Everything holds.'], 0, []]);
    });
  });
});

it('stubs of the test world win over its own answers, and say what they do not play', async () => {
  const service = await start(createSpecimen(), {
    others: {
      organisation: [stub(Organisation, { CheckAccess: async () => ({ exists: true, role: 'BK', isActive: true }) })],
    },
  });
  const user = service.world.user();
  const token = await service.world.token({ userId: user.id });
  expect(
    (await service.call('POST', '/api/v2/notes', { token, body: { client_account_id: 1, text: 'x' } })).status,
  ).toBe(201);
});
