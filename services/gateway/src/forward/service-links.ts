import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createRestartGrace, neverConnected, type RestartGrace } from '@app/runtime';
import { Pool } from 'undici';
import { createConnector, NotTaken } from './greeting.ts';

/** Milliseconds a service may be silent. Longer than its own statement timeouts and the deadline of a report. */
export const SILENCE_MILLIS = 65_000;

/** Between two tries to reach a service. */
export const AGAIN_MILLIS = 100;

/** The connections of the gateway to services, and how long each is waited for. One for the whole process. */
export interface ServiceLinks {
  readonly restartGrace: RestartGrace;
  /** Kept connections to a service; over undici's pools, which know neither cookies nor redirects nor second tries. */
  poolOf(origin: URL): Pool;
  /** A connection for one request. @throws NotTaken, or what connecting failed with: nothing was sent */
  connect(origin: URL): Promise<Socket>;
  /**
   * Does the work, and again while the service did not take it, as long as it is worth waiting for.
   * @param isGone whether nobody waits for the result any more
   * @throws what the work throws
   */
  untilTaken<T>(service: string, isGone: () => boolean, work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Can what failed be sent once more without any risk of being done twice? */
export const wasNotTaken = (error: unknown): boolean => error instanceof NotTaken || neverConnected(error);

export function createServiceLinks(): ServiceLinks {
  const connector = createConnector();
  const restartGrace = createRestartGrace();
  const pools = new Map<string, Pool>();
  return {
    restartGrace,
    poolOf: ({ origin }) => {
      const known = pools.get(origin);
      if (known) return known;
      const limits = { headersTimeout: SILENCE_MILLIS, bodyTimeout: SILENCE_MILLIS };
      const pool = new Pool(origin, { connections: null, pipelining: 1, connect: connector, ...limits });
      pools.set(origin, pool);
      return pool;
    },
    connect: ({ hostname, host, protocol, port }) =>
      new Promise((resolve, reject) => {
        connector({ hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port }, (error, socket) =>
          socket ? resolve(socket) : reject(error),
        );
      }),
    untilTaken: async (service, isGone, work) => {
      for (;;) {
        try {
          const result = await work();
          restartGrace.answered(service);
          return result;
        } catch (error) {
          if (!wasNotTaken(error) || isGone() || !restartGrace.allows(service)) throw error;
        }
        await pause(AGAIN_MILLIS);
      }
    },
    close: () => {
      for (const pool of pools.values()) void pool.destroy();
    },
  };
}
