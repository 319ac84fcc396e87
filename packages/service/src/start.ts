import { setTimeout as wait } from 'node:timers/promises';
import { createRpcServer } from '@app/rpc';
import { createHealth, createLifecycle, type Health, type Lifecycle, pause } from '@app/runtime';
import type { z } from 'zod';
import { serveChanges } from './changes.ts';
import { type ComposeOptions, type Composition, compose } from './compose.ts';
import type { ServiceDefinition } from './definition.ts';
import { createApp, createServiceApi, listen } from './http.ts';
import { serveOperations } from './operations.ts';
import { awaitSchema, migrationsOf } from './schema.ts';
import { followClock } from './test-clock.ts';

/** How long a service that is ready otherwise waits for the clock of the tests. */
const CLOCK_MILLIS = 5_000;

/** How long calls of others are taken while requests end; later ones may miss them, but a stop has its end. */
const LAST_REQUESTS_MILLIS = 40_000;

/** A started service. */
export interface RunningService {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly composition: Composition;
  readonly lifecycle: Lifecycle;
  /** Resolves once the service takes work; rejects when it never will. */
  readonly opened: Promise<void>;
  /** Stops gracefully. */
  stop(): Promise<void>;
}

/**
 * Starts a service: both ports answer at once, work is taken when the schema is there, and everything else connects
 * when it can, so that services start in any order.
 */
export async function startService<S extends z.core.$ZodLooseShape>(
  definition: ServiceDefinition<S>,
  options: ComposeOptions = {},
): Promise<RunningService> {
  const composition = await compose(definition, options);
  const { config, logger, metrics, clock, db, parts, relay, consumer, jobs } = composition;
  const lifecycle = createLifecycle({ logger, graceMillis: 60_000 });
  const health = createHealth();
  const stopping = new AbortController();
  let isOpen = false;

  const api = createServiceApi(composition);
  parts.endpoints?.(api);
  const app = createApp({ api, health, metrics, publicBaseUrl: config.PUBLIC_BASE_URL, isOpen: () => isOpen });
  const rpc = createRpcServer({
    service: definition.name,
    verifier: composition.verifier,
    host: config.BIND_HOST,
    port: config.GRPC_PORT,
    logger,
    metrics,
    isOpen: () => isOpen,
  });
  const hooks = serveOperations({ isEnabled: config.TEST_HOOKS_ENABLED, clock, jobs });
  for (const implementation of [...(parts.rpc ?? []), serveChanges(db), hooks]) rpc.add(implementation);

  const open = async (): Promise<void> => {
    const schema = {
      name: definition.name,
      directory: migrationsOf(definition),
      ownerUrl: config.DATABASE_OWNER_URL,
      db,
      logger,
      stop: stopping.signal,
    };
    if (!(await awaitSchema(schema))) return;
    await parts.start?.();
    await consumer.register();
    isOpen = true;
    relay.start();
    consumer.start();
    jobs.start();
  };

  addChecks(health, composition, () => isOpen);
  if (config.TEST_HOOKS_ENABLED) {
    let stopFollowing: (() => void) | undefined;
    const following = follow(composition, stopping.signal).then((stop) => {
      stopFollowing = stop;
    });
    // A moved clock is waited for as long as a broker that is there needs to tell it.
    const clockKnown = Promise.race([following, pause(CLOCK_MILLIS, stopping.signal)]);
    health.addCheck('clock', () => clockKnown);
    lifecycle.onStop('drain', 'clock', () => stopFollowing?.());
  }

  const grpcPort = await rpc.listen();
  const http = await listen(app, config.BIND_HOST, config.HTTP_PORT).catch(async (error: unknown) => {
    await rpc.stop(0);
    await composition.close();
    throw error;
  });
  const httpPort = http.port;
  const opened = open();
  opened.then(
    () => isOpen && logger.info({ http_port: httpPort, grpc_port: grpcPort }, 'started'),
    (error: unknown) => logger.fatal({ err: error }, 'the service cannot start'),
  );

  lifecycle.onStop('unready', 'health', () => {
    health.stop();
    stopping.abort();
  });
  // One after the other: what a request under way asks of others may make them call back.
  lifecycle.onStop('stop accepting', 'http and grpc', async () => {
    const stopped = http.stop();
    await Promise.race([stopped, wait(LAST_REQUESTS_MILLIS, undefined, { ref: false })]);
    await Promise.all([stopped, rpc.stop()]);
  });
  lifecycle.onStop('drain', 'consumer', () => consumer.stop());
  lifecycle.onStop('drain', 'jobs', () => jobs.stop());
  lifecycle.onStop('drain', 'service', async () => {
    await opened.catch(() => {});
    await parts.stop?.();
  });
  lifecycle.onStop('close', 'connections', async () => {
    await composition.tally.close();
    await relay.stop();
    await composition.close();
  });
  return {
    httpPort,
    grpcPort,
    composition,
    lifecycle,
    opened,
    stop: async () => void (await lifecycle.stop('asked to')),
  };
}

/** Follows the platform's test clock, once the broker is there. Undefined when the service stopped first. */
async function follow({ broker, clock, logger }: Composition, stop: AbortSignal): Promise<(() => void) | undefined> {
  for (; !stop.aborted; await pause(500, stop)) {
    try {
      return await followClock(broker, clock, logger);
    } catch (error) {
      if (!stop.aborted) logger.warn({ err: error }, 'the clock of the platform cannot be read yet');
    }
  }
  return undefined;
}

/**
 * What a service needs to do its work: its own database and schema, always; the keys of tokens, until it had them once.
 * Its neighbours are told of, and their absence is answered per call: it is no reason to take no work at all.
 */
function addChecks(health: Health, { db, broker, parts, keys, neighbours }: Composition, isOpen: () => boolean): void {
  health.addCheck('schema', async () =>
    isOpen() ? undefined : Promise.reject(new Error('the schema is not there yet')),
  );
  health.addCheck('database', () => db.ping());
  if (keys) health.addCheck('auth', once(keys));
  for (const [name, check] of Object.entries(parts.ready ?? {})) health.addCheck(name, check);
  health.addNeighbour('broker', () => broker.ping());
  for (const [name, ping] of neighbours) health.addNeighbour(name, ping);
}

/** A check that stands once it has passed. */
function once(check: () => Promise<unknown>): () => Promise<unknown> {
  let hasPassed = false;
  return async () => {
    if (hasPassed) return;
    await check();
    hasPassed = true;
  };
}
