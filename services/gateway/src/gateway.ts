import { createHash } from 'node:crypto';
import { allEndpoints } from '@app/api/endpoints';
import { callTools } from '@app/api/gateway/mcp';
import { createApiDocument } from '@app/api/openapi';
import { accessRefused } from '@app/audit';
import type { AnyEndpoint } from '@app/contract';
import { createIdempotencyStore } from '@app/db';
import { openYear } from '@app/demo/open-year';
import { apiAudiences, createGuard, createTokenVerifier, keysFrom, sourcesFrom, toolAudiences } from '@app/identity';
import { backendNames } from '@app/registry';
import { Auth, Changes, type createRpcClients, Operations, Organisation } from '@app/rpc';
import { createSealer } from '@app/runtime';
import {
  closeServer,
  createJobRunner,
  createProcessApi,
  createRuntime,
  defineJob,
  followPlatformClock,
  housekeepingJobs,
  migrationsOf,
  type RunningProcess,
  storeClock,
} from '@app/service';
import { Router } from 'express';
import { createApp, refuse } from './app.ts';
import type { GatewayConfig } from './config.ts';
import type { CorsPolicy } from './cors.ts';
import { createForwarder } from './forward/index.ts';
import { createServiceLinks } from './forward/service-links.ts';
import { createInFlight } from './in-flight.ts';
import { createToolCatalog } from './mcp/catalog.ts';
import { createToolEndpoint } from './mcp/handler.ts';
import { listenOps } from './ops.ts';
import { keepPace } from './pace.ts';
import { createLimiter } from './rate-limits/limiter.ts';
import { createRateLimitStore } from './rate-limits/store.ts';
import { createDemoValues } from './reference/demo-values.ts';
import { createPages } from './reference/pages.ts';
import { createRequestLog } from './request-log/request-log.ts';
import { createRoutes } from './routes.ts';
import { createPublicServer } from './server.ts';
import { makeCompanyAt } from './system/company.ts';
import { publishDocument, serveDocument } from './system/document.ts';
import { patiently, serveHealth, serviceIsReady } from './system/health.ts';
import { type ServiceOperations, serveTestHooks } from './system/testing.ts';

export interface RunningGateway extends RunningProcess {
  readonly port: number;
  readonly opsPort: number;
}

export interface GatewayOptions {
  /** What is routed; the whole API unless a test says otherwise. */
  readonly endpoints?: readonly AnyEndpoint[];
  readonly natsPrefix?: string;
  readonly isProcess?: boolean;
}

const JOB_MILLIS = 55_000;

/** The composition root: makes every part, listens, and opens when the schema is there. */
export async function startGateway(config: GatewayConfig, options: GatewayOptions = {}): Promise<RunningGateway> {
  const name = 'gateway';
  const endpoints = (options.endpoints ?? allEndpoints).filter(
    (endpoint) => config.TEST_HOOKS_ENABLED || !endpoint.name.startsWith('testing.'),
  );
  const runtime = createRuntime({
    name,
    config,
    migrations: migrationsOf({ name }),
    graceMillis: 65_000,
    natsPrefix: options.natsPrefix,
    isProcess: options.isProcess,
  });
  const { logger, metrics, clock, db, broker, signer, verifier, clients, tally, health, lifecycle } = runtime;
  const auth = clients.connect(Auth, { service: 'auth', address: config.grpc.auth ?? 'localhost:1' });
  const organisation = clients.connect(Organisation, {
    service: 'organisation',
    address: config.grpc.organisation ?? 'localhost:1',
  });
  const changes = {
    auth: clients.connect(Changes, { service: 'auth', address: config.grpc.auth ?? 'localhost:1' }),
    organisation: clients.connect(Changes, {
      service: 'organisation',
      address: config.grpc.organisation ?? 'localhost:1',
    }),
  };
  const guardOf = (audiences: readonly string[]) => {
    const verify = createTokenVerifier({ issuer: config.PUBLIC_BASE_URL, audiences, keys: keysFrom(auth), clock });
    return createGuard({ verify, sources: sourcesFrom(auth, organisation), broker, changes, clock, logger });
  };
  const guard = guardOf(apiAudiences(config.PUBLIC_BASE_URL));
  const toolGuard = guardOf(toolAudiences(config.PUBLIC_BASE_URL));

  const store = createRateLimitStore(db);
  const links = createServiceLinks();
  const forwarder = createForwarder({
    links,
    onFailure: (request, response, failure, endpoint) =>
      refuse({ logger, metrics, publicBaseUrl: config.PUBLIC_BASE_URL }, { request, response, endpoint }, failure),
    logger,
  });
  const published = memoize(() => publishDocument(createApiDocument(config.PUBLIC_BASE_URL)));
  // Nothing that the gateway answers itself is secret; the key is only there because the store asks for one.
  const sealer = createSealer(
    createHash('sha256').update(`gateway answers ${config.INTERNAL_PRIVATE_KEY}`).digest('base64'),
  );
  const own = createProcessApi({
    ...runtime,
    config,
    guard,
    idempotency: createIdempotencyStore(db, clock, sealer),
  });
  serveHealth(own, health, config.PUBLIC_BASE_URL);
  serveDocument(own, published);
  if (config.TEST_HOOKS_ENABLED) {
    serveTestHooks(own, {
      publicBaseUrl: config.PUBLIC_BASE_URL,
      storeClock: async (now) => {
        await storeClock(broker, now);
        clock.set(now);
      },
      services: operationsOf(config, clients),
      sandboxClock: config.SANDBOX_URL === undefined ? undefined : sandboxClock(config.SANDBOX_URL),
      makeCompany:
        config.SANDBOX_URL === undefined ? undefined : () => makeCompanyAt(config.PUBLIC_BASE_URL, organisation),
      networks: config.TEST_HOOKS_NETWORKS,
    });
  }

  const limiter = createLimiter({ store, scale: config.RATE_LIMIT_SCALE, clock, logger });
  const inFlight = createInFlight({ scale: config.RATE_LIMIT_SCALE });
  const origins = new Map(Object.entries(config.origins));
  const cors = corsOf(config);
  const catalog = createToolCatalog(endpoints);
  const tools = createToolEndpoint({
    catalog,
    guard: toolGuard,
    inFlight,
    origins,
    links,
    checkLimit: limiter.check,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    allowedOrigins: cors.origins,
    signer,
    verifier,
    logger,
    refused: (failure) => tally.note(accessRefused(callTools.name, failure)),
  });

  const requestLog = createRequestLog({ auth, clock, logger });
  const app = createApp({
    match: createRoutes(endpoints),
    limiter,
    inFlight,
    guard,
    forwarder,
    origins,
    own: Router().post(callTools.path, tools.handle).use(own.router()),
    pages: createPages({
      published,
      publicBaseUrl: config.PUBLIC_BASE_URL,
      demoValues: createDemoValues(config.PUBLIC_BASE_URL),
      openYear: () => openYear(clock.today()),
    }),
    trusted: config.TRUSTED_PROXIES,
    trustsTraces: config.TRACEPARENT_TRUSTED,
    cors,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    signer,
    logger,
    tally,
    metrics,
    requestLog,
  });

  // Who verifies tokens and access: without it no call but a public one is passed on. Everybody else is a neighbour.
  health.addCheck('auth', patiently(keysFrom(auth)));
  for (const [service, origin] of Object.entries(config.origins)) {
    const isReady = serviceIsReady(origin);
    health.addNeighbour(service, () => isReady().then(() => links.restartGrace.met(service)));
  }

  const server = createPublicServer(app, { publicBaseUrl: config.PUBLIC_BASE_URL });
  keepPace(server, {
    onCut: (kind, { request, response }) =>
      logger.info(
        { kind, method: request.method, request_id: response.getHeader('X-Request-Id') },
        'a client too slow was cut off',
      ),
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(config.HTTP_PORT, config.BIND_HOST, resolve),
  );
  const { port } = server.address() as { port: number };
  const ops = await listenOps({ health, metrics, host: config.OPS_HOST, port: config.OPS_PORT });
  const jobs = createJobRunner({
    jobs: [
      defineJob({
        name: 'rate-limit-cleanup',
        schedule: { everySeconds: 60 },
        run: () => store.forgetEnded(clock.millis()),
      }),
      ...housekeepingJobs(runtime, config),
    ],
    db,
    logger,
    metrics,
  });
  const later = [published, catalog.make];
  const opened = runtime.open({ begin: () => jobs.start(), later }, { http_port: port, ops_port: ops.port });
  if (config.TEST_HOOKS_ENABLED) lifecycle.onStop('drain', 'clock', followPlatformClock(runtime).stop);

  // SIGTERM is how an orchestrator replaces a process: another one goes on, and clients shall lose nothing on the way
  // to it.
  lifecycle.onStop('stop accepting', 'http', (reason) => closeServer(server, { keepsIdle: reason === 'SIGTERM' }));
  lifecycle.onStop('drain', 'jobs', async () => {
    await opened.catch(() => undefined);
    await jobs.stop();
  });
  lifecycle.onStop('close', 'connections', async () => {
    await requestLog.close();
    links.close();
    await tally.close();
    await tools.close();
    toolGuard.close();
    guard.close();
    await closeServer(ops.server, { keepsIdle: false });
    await runtime.close();
  });
  return { port, opsPort: ops.port, lifecycle, logger, opened, stop: runtime.stop };
}

function operationsOf(
  config: GatewayConfig,
  clients: ReturnType<typeof createRpcClients>,
): ReadonlyMap<string, ServiceOperations> {
  return new Map(
    backendNames.flatMap((service): [string, ServiceOperations][] => {
      const address = config.grpc[service];
      if (address === undefined) return [];
      const operations = clients.connect(Operations, { service, address });
      const setClock = async (now: string | undefined): Promise<void> =>
        void (await operations.SetClock(now === undefined ? {} : { now }));
      const runJob = async (job: string): Promise<number> =>
        (await operations.RunJob({ job }, { deadlineMillis: JOB_MILLIS })).changed;
      return [[service, { setClock, runJob }]];
    }),
  );
}

const sandboxClock =
  (base: string) =>
  async (now: string | null): Promise<void> => {
    const response = await fetch(`${base.replace(/\/$/, '')}/sandbox/clock`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ now }),
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  };

/** The web application may call with our cookies; further origins may call without. Our own origin needs no leave. */
function corsOf(config: GatewayConfig): CorsPolicy {
  const app = config.APP_BASE_URL === undefined ? undefined : new URL(config.APP_BASE_URL).origin;
  const foreign = app !== undefined && app !== config.PUBLIC_BASE_URL ? app : undefined;
  return { origins: new Set([...(foreign ? [foreign] : []), ...config.CORS_ORIGINS]), withCookies: foreign };
}

function memoize<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
