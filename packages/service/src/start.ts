import { setTimeout as wait } from 'node:timers/promises';
import { createRpcServer } from '@app/rpc';
import { pause } from '@app/runtime';
import type { z } from 'zod';
import { serveChanges } from './changes.ts';
import { type ComposeOptions, type Composition, compose } from './compose.ts';
import type { ServiceDefinition } from './definition.ts';
import { serveErasure } from './erasure.ts';
import { createApp, createServiceApi, listen } from './http.ts';
import { serveOperations } from './operations.ts';
import type { RunningProcess } from './runtime.ts';
import { followPlatformClock } from './test-clock.ts';

/** How long a service that is ready otherwise waits for the clock of the tests. */
const CLOCK_MILLIS = 5_000;

/** How long calls of others are taken while requests end; later ones may miss them, but a stop has its end. */
const LAST_REQUESTS_MILLIS = 40_000;

/** A started service. */
export interface RunningService extends RunningProcess {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly composition: Composition;
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
  const { config, logger, metrics, clock, db, health, lifecycle, stopping, isOpen } = composition;
  const { parts, relay, consumer, jobs, measurements } = composition;

  const api = createServiceApi(composition);
  parts.endpoints?.(api);
  const app = createApp({ api, health, metrics, publicBaseUrl: config.PUBLIC_BASE_URL, isOpen });
  const rpc = createRpcServer({
    service: definition.name,
    verifier: composition.verifier,
    host: config.BIND_HOST,
    port: config.GRPC_PORT,
    logger,
    metrics,
    isOpen,
  });
  const hooks = serveOperations({ isEnabled: config.TEST_HOOKS_ENABLED, clock, jobs });
  const erasure = serveErasure({
    name: definition.name,
    db,
    parts: parts.erasure,
  });
  for (const implementation of [...(parts.rpc ?? []), serveChanges(db), erasure.rpc, hooks]) rpc.add(implementation);

  addChecks(composition);
  if (config.TEST_HOOKS_ENABLED) {
    const { known, stop } = followPlatformClock(composition);
    // A moved clock is waited for as long as a broker that is there needs to say so.
    const clockKnown = Promise.race([known, pause(CLOCK_MILLIS, stopping)]);
    health.addCheck('clock', () => clockKnown);
    lifecycle.onStop('drain', 'clock', stop);
  }

  const grpcPort = await rpc.listen();
  const http = await listen(app, config.BIND_HOST, config.HTTP_PORT).catch(async (error: unknown) => {
    await rpc.stop(0);
    await composition.close();
    throw error;
  });
  const httpPort = http.port;
  const opened = composition.open(
    {
      prepare: async () => {
        await parts.start?.();
        await consumer.register();
      },
      begin: () => {
        relay.start();
        consumer.start();
        jobs.start();
        measurements.start();
      },
    },
    { http_port: httpPort, grpc_port: grpcPort },
  );

  // One after the other: what a request under way asks of others may make them call back.
  lifecycle.onStop('stop accepting', 'http and grpc', async () => {
    const stopped = http.stop();
    await Promise.race([stopped, wait(LAST_REQUESTS_MILLIS, undefined, { ref: false })]);
    await Promise.all([stopped, rpc.stop()]);
  });
  lifecycle.onStop('drain', 'consumer', () => consumer.stop());
  lifecycle.onStop('drain', 'jobs', () => jobs.stop());
  lifecycle.onStop('drain', 'measurements', () => measurements.stop());
  lifecycle.onStop('drain', 'service', async () => {
    await opened.catch(() => {});
    await parts.stop?.();
  });
  lifecycle.onStop('close', 'connections', async () => {
    await composition.tally.close();
    await relay.stop();
    await erasure.close();
    await composition.close();
  });
  return { httpPort, grpcPort, composition, lifecycle, logger, opened, stop: composition.stop };
}

/**
 * What a service needs to do its work beyond its schema: the keys of tokens, until it had them once. Its neighbours are
 * named, and their absence is answered per call: it is no reason to take no work at all.
 */
function addChecks({ health, parts, keys, neighbours }: Composition): void {
  if (keys) health.addCheck('auth', once(keys));
  for (const [name, check] of Object.entries(parts.ready ?? {})) health.addCheck(name, check);
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
