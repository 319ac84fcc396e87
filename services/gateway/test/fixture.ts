import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccessStep, type Guard, type Principal } from '@app/access';
import { oauth, report, standard } from '@app/api/envelopes';
import { createTally, type Tally } from '@app/audit';
import { type AnyEndpoint, type Api, createApi, endpoint, type IdempotencyStore, reply } from '@app/contract';
import { unauthorized } from '@app/contract/failure';
import { connect, type Database } from '@app/db';
import { GATEWAY_HEADER, GREETING_PATH, readForwarded } from '@app/identity';
import { createClock, createLogger, createMetrics, type SettableClock } from '@app/runtime';
import { createTestDatabase, type TestDatabase, testSigner, testVerifier } from '@app/testing';
import express, { Router } from 'express';
import { z } from 'zod';
import { type AppDependencies, createApp, refuse } from '../src/app.ts';
import { readTrustedProxies } from '../src/client-address.ts';
import { createForwarder } from '../src/forward/index.ts';
import { createServiceLinks } from '../src/forward/service-links.ts';
import { createInFlight } from '../src/in-flight.ts';
import { keepPace, type PaceLimits } from '../src/pace.ts';
import { createLimiter } from '../src/rate-limits/limiter.ts';
import { createRateLimitStore } from '../src/rate-limits/store.ts';
import { createRoutes } from '../src/routes.ts';
import { createPublicServer, type ServerLimits } from '../src/server.ts';

export const BASE = 'https://books.example';

const Seen = z.object({
  path: z.string(),
  headers: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  bytes: z.int(),
});

const perMinute = (name: string, requests: number, methods: readonly ('GET' | 'POST')[]) => ({
  name,
  requests,
  windowSeconds: 60,
  methods,
});

export const token = endpoint({
  name: 'oauth.token',
  summary: 'Token',
  service: 'auth',
  method: 'POST',
  path: '/public/v2/oauth/token',
  aliases: ['/v2/oauth/token'],
  auth: 'public',
  envelope: oauth,
  bodyLimit: 64 * 1024,
  status: 200,
  output: Seen,
  rateLimit: perMinute('oauth.token', 5, ['POST']),
});
/** One declaration, two methods, of which one is limited, as `authorize` is. */
const authorize = endpoint({
  name: 'oauth.authorize',
  summary: 'Authorize',
  service: 'auth',
  method: ['GET', 'POST'],
  path: '/v2/oauth/authorize',
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: Seen,
  rateLimit: perMinute('oauth.authorize', 3, ['GET']),
});
const signup = endpoint({
  name: 'signup.exchange',
  summary: 'Exchange',
  service: 'auth',
  method: 'POST',
  path: '/api/v2/auth/signup/exchange',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: Seen,
  rateLimit: { name: 'signup.exchange', requests: 2, windowSeconds: 3600, methods: ['POST'] },
});
const clients = endpoint({
  name: 'oauth.clients',
  summary: 'Clients',
  service: 'auth',
  method: 'POST',
  path: '/v2/oauth/clients',
  auth: 'session',
  envelope: oauth,
  status: 200,
  output: Seen,
});
export const getThing = endpoint({
  name: 'things.get',
  summary: 'A thing',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/things/{id}',
  params: z.object({ id: z.string() }),
  envelope: standard,
  cookies: true,
  status: 200,
  output: Seen,
});
const countThings = endpoint({
  name: 'things.count',
  summary: 'Count',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/things/count',
  envelope: standard,
  bodyLimit: 1000,
  status: 200,
  output: Seen,
});
/** Takes bodies that are too large to be read whole before they are passed on. */
const upload = endpoint({
  name: 'things.upload',
  summary: 'Upload',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/things/upload',
  envelope: standard,
  bodyLimit: 4 * 1024 * 1024,
  status: 200,
  output: Seen,
});
const leaving = endpoint({
  name: 'things.leaving',
  summary: 'Will go',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/leaving',
  envelope: standard,
  status: 200,
  output: Seen,
  deprecated: { since: 1790000000, sunset: 'Fri, 01 Oct 2027 00:00:00 GMT' },
});
export const thingReport = endpoint({
  name: 'reports.things',
  summary: 'Report',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/things',
  envelope: report,
  status: 200,
  output: Seen,
});
const nobody = endpoint({
  name: 'chat.nobody',
  summary: 'Of a service that does not run',
  service: 'chat',
  method: 'POST',
  path: '/api/v2/chat/threads',
  envelope: standard,
  status: 200,
  output: Seen,
});
const discovery = endpoint({
  name: 'oauth.discovery',
  summary: 'Public document',
  service: 'auth',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: Seen,
});
const endpoints: readonly AnyEndpoint[] = [
  token,
  authorize,
  signup,
  clients,
  getThing,
  countThings,
  upload,
  leaving,
  thingReport,
  nobody,
  discovery,
];

const people: Readonly<Record<string, Principal['scopes'] | 'session'>> = {
  'Bearer rw': new Set(['read', 'write']),
  'Bearer read': new Set(['read']),
  'Bearer none': new Set(),
  'Bearer session': 'session',
};

/** Decides by the text of the credential; how real tokens are verified is proved where that is done. */
export const guard: Guard = {
  authenticate: async (authorization, accept) => {
    const found = people[authorization ?? ''];
    if (!found) throw unauthorized(undefined, authorization !== undefined);
    const kind = found === 'session' ? 'session' : 'access';
    if (!accept.includes(kind)) throw unauthorized('This call takes a session token', true);
    return {
      userId: 1,
      clientId: null,
      kind,
      scopes: found === 'session' ? new Set(['read', 'write']) : found,
      isAdmin: false,
    };
  },
  account: () => neverAsked('account'),
  accounts: () => neverAsked('accounts'),
};
const neverAsked = (what: string): never => {
  throw new Error(`${what} is not asked here`);
};

const noKeys: IdempotencyStore = {
  run: async (_claim, work) => ({ answer: await work('key'), replayed: false }),
  rehearse: (work) => work(),
};

/** A service in process that says what it was sent. */
export interface FixtureService {
  readonly origin: URL;
  readonly server: Server;
  /** Every request it got, in order. */
  readonly got: { readonly method: string; readonly url: string }[];
  /** Answers the next request by itself. */
  next: ((request: express.Request, response: express.Response) => void) | undefined;
  close(): Promise<void>;
}

async function startFixtureService(serve: readonly AnyEndpoint[]): Promise<FixtureService> {
  const verifier = testVerifier();
  const api: Api = createApi({
    access: createAccessStep(guard),
    idempotency: noKeys,
    publicBaseUrl: BASE,
    standard,
    log: { error: () => undefined },
    forwarded: (request) =>
      readForwarded(verifier, serve[0]?.service ?? '', request.headers[GATEWAY_HEADER]) ?? {
        address: 'unsigned',
        dryRun: false,
      },
  });
  for (const each of serve) {
    api.serve(each, async ({ url, headers, address }) =>
      reply(
        200,
        { path: url, headers, address, bytes: Number(headers['content-length'] ?? 0) },
        { 'X-Powered-By': 'magic', Server: 'inside' },
      ),
    );
  }
  const service = { next: undefined, got: [] } as unknown as FixtureService & { got: object[] };
  const app = express().use(
    answerGreetings,
    (request, response, next) => {
      service.got.push({ method: request.method, url: request.url });
      if (!service.next) return next();
      const handler = service.next;
      service.next = undefined;
      handler(request, response);
    },
    api.router(),
  );
  const server = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 32_768 }, app);
  const port = await listen(server);
  return Object.assign(service, { server, origin: new URL(`http://127.0.0.1:${port}`), close: () => end(server) });
}

/** As every service does: the gateway asks on a new connection whether it may use it. */
export function answerGreetings(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (request.url === GREETING_PATH) response.writeHead(204).end();
  else next();
}

export const listen = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
};

export const end = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

export interface FixtureGateway {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  readonly logged: object[];
  close(): Promise<void>;
}

export interface World {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly tally: Tally;
  readonly clock: SettableClock;
  readonly auth: FixtureService;
  readonly ledger: FixtureService;
  /** A gateway in front of the two services. Several share the store, as replicas do. */
  startGateway(options?: {
    scale?: number;
    trusted?: string;
    limits?: ServerLimits;
    pace?: PaceLimits;
    cors?: AppDependencies['cors'];
    /** What is routed; the fixture's endpoints by default. */
    routed?: readonly AnyEndpoint[];
    publicBaseUrl?: string;
    db?: Database;
    /** What the gateway answers itself. */
    own?: Router;
    guard?: Guard;
    /** Where the service `ledger` answers, when it is not the fixture's. */
    ledger?: URL;
    auth?: URL;
  }): Promise<FixtureGateway>;
  close(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const database = await createTestDatabase('gateway', join(import.meta.dirname, '..', 'migrations'));
  const db = connect({ url: database.url, schema: 'gateway', applicationName: 'gateway-test', max: 8 });
  const clock = createClock();
  const auth = await startFixtureService(endpoints.filter(({ service }) => service === 'auth'));
  const ledger = await startFixtureService(endpoints.filter(({ service }) => service === 'ledger'));
  const gateways: FixtureGateway[] = [];
  const tally = createTally({ db, logger: createLogger({ service: 'gateway', level: 'silent' }) });
  return {
    database,
    db,
    tally,
    clock,
    auth,
    ledger,
    startGateway: async (options = {}) => {
      const logged: object[] = [];
      const logger = { error: (fields: object) => void logged.push(fields), info: () => undefined };
      const quiet = createLogger({ service: 'gateway', level: 'silent' });
      const links = createServiceLinks();
      const publicBaseUrl = options.publicBaseUrl ?? BASE;
      const deps: AppDependencies = {
        match: createRoutes(options.routed ?? endpoints),
        limiter: createLimiter({
          store: createRateLimitStore(options.db ?? db),
          scale: options.scale ?? 1,
          clock,
          logger: quiet,
        }),
        inFlight: createInFlight({ scale: options.scale ?? 1 }),
        guard: options.guard ?? guard,
        forwarder: createForwarder({
          links,
          onFailure: (request, response, failure, failed) =>
            refuse(deps, { request, response, endpoint: failed }, failure),
          logger: quiet,
        }),
        origins: new Map([
          ['auth', options.auth ?? auth.origin],
          ['ledger', options.ledger ?? ledger.origin],
        ]),
        own: options.own ?? Router(),
        pages: () => false,
        trusted: readTrustedProxies(options.trusted ?? ''),
        cors: options.cors ?? { origins: new Set(), withCookies: undefined },
        publicBaseUrl,
        signer: testSigner('gateway'),
        logger: logger as unknown as AppDependencies['logger'],
        tally,
        metrics: createMetrics({ service: 'gateway' }),
      };
      const server = createPublicServer(createApp(deps), {
        isHttps: publicBaseUrl.startsWith('https:'),
        ...(options.limits ? { limits: options.limits } : {}),
      });
      keepPace(server, options.pace ? { limits: options.pace } : {});
      const port = await listen(server);
      const gateway = {
        url: `http://127.0.0.1:${port}`,
        port,
        server,
        logged,
        close: async () => {
          await end(server);
          links.close();
        },
      };
      gateways.push(gateway);
      return gateway;
    },
    close: async () => {
      for (const gateway of gateways) if (gateway.server.listening) await gateway.close();
      await Promise.all([auth.close(), ledger.close()]);
      await db.close();
      await database.drop();
    },
  };
}

/** Waits for a condition, with a deadline. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within five seconds: ${what}`);
    await pause(10);
  }
}
