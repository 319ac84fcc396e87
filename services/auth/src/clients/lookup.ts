import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@app/db';
import { type ClientCredentials, listClientCredentials } from './store.ts';

export type ClientLookup = (clientId: string) => Promise<ClientCredentials | undefined>;

/**
 * Looks clients up, always fresh: nothing is kept, so a deleted client is gone at once. Requests that come while a lookup is under way share the
 * next one: the round trip is most of what a token request costs. A request that has a transaction, and with it a connection, reads there: it
 * must not wait for a second one.
 */
export function createClientLookup(db: Database): ClientLookup {
  const outside = AsyncLocalStorage.snapshot();
  const pool = db.executor;
  let waiting: Map<string, PromiseWithResolvers<ClientCredentials | undefined>> | undefined;
  let isUnderWay = false;

  const flush = async (): Promise<void> => {
    isUnderWay = true;
    while (waiting) {
      const batch = waiting;
      waiting = undefined;
      try {
        const found = await listClientCredentials(db, [...batch.keys()]);
        for (const credentials of found) batch.get(credentials.client.clientId)?.resolve(credentials);
        for (const { resolve } of batch.values()) resolve(undefined);
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    isUnderWay = false;
  };

  return async (clientId) => {
    if (db.executor !== pool) return (await listClientCredentials(db, [clientId]))[0];
    if (!waiting) {
      waiting = new Map();
      // At the end of this turn of the event loop, so that the requests of one turn are asked for together.
      if (!isUnderWay) setImmediate(() => outside(flush));
    }
    const known = waiting.get(clientId) ?? Promise.withResolvers<ClientCredentials | undefined>();
    waiting.set(clientId, known);
    return known.promise;
  };
}
