import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Guard } from '@app/access';
import { createTally, type Tally } from '@app/audit';
import type { AnyEndpoint } from '@app/contract';
import { connect, type Database } from '@app/db';
import { createClock, createLogger, createMetrics, type SettableClock } from '@app/runtime';
import { createTestDatabase, type TestDatabase, testSigner } from '@app/testing';
import { Router } from 'express';
import { type AppDependencies, createApp, refuse } from '../src/app.ts';
import { readNetworks } from '../src/client-address.ts';
import { createForwarder } from '../src/forward/index.ts';
import { createServiceLinks } from '../src/forward/service-links.ts';
import { createInFlight } from '../src/in-flight.ts';
import { keepPace } from '../src/pace.ts';
import { createLimiter } from '../src/rate-limits/limiter.ts';
import { createRateLimitStore } from '../src/rate-limits/store.ts';
import { createRoutes } from '../src/routes.ts';
import { createPublicServer, type ServerLimits } from '../src/server.ts';
import { endpoints } from './endpoints.ts';
import { BASE, end, type FixtureService, guard, listen, startFixtureService } from './fixture-service.ts';

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
    trustsTraces?: boolean;
    limits?: ServerLimits;
    pace?: Parameters<typeof keepPace>[1];
    cors?: AppDependencies['cors'];
    /** What is routed; the fixture's endpoints by default. */
    routed?: readonly AnyEndpoint[];
    publicBaseUrl?: string;
    db?: Database;
    /** What the gateway answers itself. */
    own?: Router;
    guard?: Guard;
    /** Takes requests of clients; nobody by default. */
    requestLog?: AppDependencies['requestLog'];
    /** Where the service `ledger` answers, when it is not the fixture's. */
    ledger?: URL;
    auth?: URL;
    /** Where every service answers, in place of the fixture's two. */
    origins?: AppDependencies['origins'];
    /** Refuses what is too much at once. */
    inFlight?: AppDependencies['inFlight'];
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
      const logger = {
        error: (fields: object) => void logged.push(fields),
        info: () => undefined,
      } as unknown as AppDependencies['logger'];
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
        inFlight: options.inFlight ?? createInFlight({ scale: options.scale ?? 1 }),
        guard: options.guard ?? guard,
        forwarder: createForwarder({
          links,
          onFailure: (request, response, failure, failed) =>
            refuse(deps, { request, response, endpoint: failed }, failure),
          logger,
        }),
        origins:
          options.origins ??
          new Map([
            ['auth', options.auth ?? auth.origin],
            ['ledger', options.ledger ?? ledger.origin],
          ]),
        own: options.own ?? Router(),
        pages: () => false,
        trusted: readNetworks(options.trusted ?? ''),
        trustsTraces: options.trustsTraces ?? false,
        cors: options.cors ?? { origins: new Set(), withCookies: undefined },
        publicBaseUrl,
        signer: testSigner('gateway'),
        logger,
        tally,
        metrics: createMetrics({ service: 'gateway' }),
        requestLog: options.requestLog ?? { add: () => undefined },
      };
      const server = createPublicServer(createApp(deps), {
        publicBaseUrl,
        ...(options.limits ? { limits: options.limits } : {}),
      });
      keepPace(server, options.pace);
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
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within a minute: ${what}`);
    await pause(10);
  }
}
