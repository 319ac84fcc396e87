import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, NewEvent } from '@app/db';
import { GATEWAY_HEADER, signForwarded } from '@app/identity';
import { grpcAddressVariable, type Service, services } from '@app/registry';
import { type Client, type Contract, createRpcClients, type CallOptions as RpcCallOptions } from '@app/rpc';
import { createMetrics } from '@app/runtime';
import { type RunningService, type ServiceDefinition, startService } from '@app/service';
import { migrationsOf } from '@app/service/schema';
import type { ServiceDefinition as GrpcDefinition } from '@grpc/grpc-js';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { z } from 'zod';
import { createTestDatabase } from './database.ts';
import { internalKeysOf, testSigner } from './service-keys.ts';
import type { Stub } from './stub.ts';
import { assertTranslatable } from './translatable.ts';
import { createWorld, type RunningWorld, testBaseUrl, type World } from './world.ts';

export interface CallOptions {
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string;
  /** Sent as JSON unless it is text, bytes or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's address as the gateway would report it. */
  readonly address?: string;
  readonly dryRun?: boolean;
  /** Leaves before the answer: the connection is closed. */
  readonly signal?: AbortSignal;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text of anything else; null without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  readonly body: any;
  readonly bytes: Buffer;
}

export interface TestService {
  readonly world: World;
  /** The service's own database. */
  readonly db: Database;
  readonly running: RunningService;
  readonly httpUrl: string;
  /** For starting a second replica. */
  readonly env: NodeJS.ProcessEnv;
  readonly natsPrefix: string;
  /** Sends a request as the gateway would, straight to the service. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  /** A gRPC client as another service would make it. */
  connect<D extends GrpcDefinition>(contract: Contract<D>, as?: string): Client<D>;
  /** Moves the service's clock; null goes back to real time. */
  setClock(now: string | null): void;
  runJob(name: string): Promise<number>;
  /** Publishes an event as its owner would; made by `create` of its definition. */
  publish(event: NewEvent): Promise<void>;
  /** What the service has said so far, oldest first; of one name when it is given. */
  events(name?: string): Promise<
    readonly {
      readonly name: string;
      readonly clientAccountId: number | null;
      readonly payload: Readonly<Record<string, unknown>>;
    }[]
  >;
  /**
   * The records of security so far, oldest first, read as an operator: the service itself cannot. Of one kind when it
   * is given.
   */
  records(kind?: string): Promise<readonly SecurityRecord[]>;
  stop(): Promise<void>;
}

/** A row of `security_events`, ids as numbers. */
export interface SecurityRecord {
  readonly kind: string;
  readonly result: string;
  readonly times: number;
  readonly user_id: number | null;
  readonly client_id: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly client_account_id: number | null;
  readonly target_user_id: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface TestOptions {
  /** Other services to play besides auth and organisation, or methods of those two. */
  readonly others?: Readonly<Record<string, readonly Stub[]>>;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * What its connections for requests are opened with beside what they always are, such as another `statement_timeout`.
   */
  readonly connection?: Readonly<Record<string, string>>;
}

/** As long as a service that a test plays may take to come back; what stays away is missed no later. */
const RESTART_GRACE_MILLIS = 2_000;

/**
 * Runs a service in this process: its own database, streams and ports, real PostgreSQL, NATS and gRPC. Other services
 * are played by `world`. Test hooks are enabled. Changes of the world count at once: notices clear no sooner than their
 * handlers, so caches are cleared here.
 */
export async function startTestService<S extends z.core.$ZodLooseShape>(
  definition: ServiceDefinition<S>,
  options: TestOptions = {},
): Promise<TestService> {
  const natsPrefix = `t${randomBytes(6).toString('hex')}`;
  const [world, database] = await Promise.all([
    createWorld(options.others),
    createTestDatabase(definition.name, migrationsOf(definition)),
  ]);
  const databaseUrl = new URL(database.url);
  for (const [name, value] of Object.entries(options.connection ?? {})) databaseUrl.searchParams.set(name, value);
  const filesDir = join(tmpdir(), `files-${natsPrefix}`);
  const row: Service | undefined = services.find(({ name }) => name === definition.name);
  const env = environment(definition.name, world, databaseUrl.href, {
    FILES_DIR: filesDir,
    ...(row?.hasEraser ? { DATABASE_ERASER_URL: database.eraserUrl } : {}),
    ...options.env,
  });
  const running = await startService(definition, {
    env,
    natsPrefix,
    runsJobsByClock: false,
    restartGraceMillis: RESTART_GRACE_MILLIS,
  });
  await running.opened;
  const { db, broker, guard, clock, jobs } = running.composition;
  world.onChange(() => guard.forget());
  const httpUrl = `http://127.0.0.1:${running.httpPort}`;
  const closing: (() => void)[] = [];
  // A broker of the test's own need not be there yet.
  if (options.env?.NATS_URL === undefined) await broker.ensureStream();

  return {
    world,
    db,
    running,
    httpUrl,
    env,
    natsPrefix,
    call: async (method, path, request = {}) => {
      const answer = await send(definition.name, `${httpUrl}${path}`, method, request);
      const isNorwegian = /^n[bno]\b/i.test(request.headers?.['accept-language'] ?? '');
      if (!isNorwegian) assertTranslatable(answer.body);
      return answer;
    },
    connect: (contract, as = 'gateway') => {
      const clients = createRpcClients({ signer: testSigner(as), metrics: createMetrics({ service: as }) });
      closing.push(() => clients.close());
      return patient(clients.connect(contract, { service: definition.name, address: `127.0.0.1:${running.grpcPort}` }));
    },
    setClock: (now) => clock.set(now === null ? null : Temporal.Instant.from(now)),
    runJob: (name) => jobs.run(name),
    publish: (event) =>
      broker.publish({
        subject: `events.${event.name}`,
        id: randomUUID(),
        data: JSON.stringify(event.payload),
        headers: {
          'event-version': String(event.version),
          'occurred-at': new Date().toISOString(),
          ...(event.clientAccountId === null ? {} : { 'client-account': String(event.clientAccountId) }),
        },
      }),
    events: (name) => readOutbox(db, name),
    records: async (kind) => {
      await running.composition.tally.flush();
      return readRecords(database.adminUrl, definition.name, kind);
    },
    stop: async () => {
      for (const close of closing) close();
      await running.stop();
      await world.close();
      await database.drop();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

/** A client whose calls are waited for on a busy machine too, unless a call says how long. */
const patient = <C extends object>(client: C): C =>
  new Proxy(client, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return (request: unknown, options?: RpcCallOptions) => call(request, { deadlineMillis: 60_000, ...options });
    },
  });

const environment = (
  name: string,
  world: RunningWorld,
  databaseUrl: string,
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv => ({
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  DATABASE_URL: databaseUrl,
  NATS_URL: inject('natsUrl'),
  PUBLIC_BASE_URL: testBaseUrl,
  ...internalKeysOf(name),
  DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  IDENTITY_HMAC_KEY: 'a key for identities in tests, 32+',
  IDP_CLIENT_SECRET: 'secret-of-the-tests',
  // Nobody listens there: a test that reads mails names a server of its own.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Accounting <no-reply@books.test>',
  TEST_HOOKS_ENABLED: 'true',
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal',
  ...Object.fromEntries(
    Object.entries(world.addresses).map(([service, address]) => [grpcAddressVariable(service), address]),
  ),
  ...extra,
});

async function send(service: string, url: string, method: string, options: CallOptions): Promise<TestAnswer> {
  const { token, body, address = '203.0.113.7', dryRun = false, signal } = options;
  const isRaw =
    typeof body === 'string' ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    ...(signal ? { signal } : {}),
    headers: {
      [GATEWAY_HEADER]: signForwarded(testSigner('gateway'), service, { address, dryRun }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '');
  const parsed = bytes.length === 0 ? null : isJson ? JSON.parse(bytes.toString('utf8')) : bytes.toString('utf8');
  return { status: response.status, headers: response.headers, bytes, body: parsed };
}

async function readRecords(adminUrl: string, schema: string, kind?: string): Promise<readonly SecurityRecord[]> {
  const admin = postgres(adminUrl, {
    max: 1,
    onnotice: () => undefined,
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  try {
    return await admin<SecurityRecord[]>`
      select kind, result, times, user_id, client_id, address, request_id, client_account_id, target_user_id, details
      from ${admin(schema)}.security_events where ${kind ?? null}::text is null or kind = ${kind ?? null} order by id`;
  } finally {
    await admin.end();
  }
}

async function readOutbox(db: Database, name?: string) {
  const rows = await db.executor.execute<{
    subject: string;
    account: string | null;
    payload: Record<string, unknown>;
  }>(sql`
    select subject, client_account_id::text as account, payload from outbox where ${name ?? null}::text is null or subject = ${`events.${name}`} order by id`);
  return rows.map(({ subject, account, payload }) => ({
    name: subject.replace(/^events\./, ''),
    clientAccountId: account === null ? null : Number(account),
    payload,
  }));
}
