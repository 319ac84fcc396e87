import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@app/db';
import { type ClientCredentials, listClientCredentials } from './store.ts';

export type ClientLookup = (clientId: string) => Promise<ClientCredentials | undefined>;

/**
 * Looks clients up, always fresh: nothing is kept, so a deleted client is gone at once. Requests of one turn of the event loop share one
 * round trip, which is most of what a token request costs. A request that has a transaction, and with it a connection, reads there: it must
 * not wait for a second one.
 */
export function createClientLookup(db: Database): ClientLookup {
  const outside = AsyncLocalStorage.snapshot();
  const pool = db.executor;
  let waiting: Map<string, PromiseWithResolvers<ClientCredentials | undefined>> | undefined;

  const flush = async (): Promise<void> => {
    const batch = waiting!;
    waiting = undefined;
    try {
      const found = await listClientCredentials(db, [...batch.keys()]);
      for (const credentials of found) batch.get(credentials.client.clientId)?.resolve(credentials);
      for (const { resolve } of batch.values()) resolve(undefined);
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  };

  return async (clientId) => {
    if (db.executor !== pool) return (await listClientCredentials(db, [clientId]))[0];
    if (!waiting) {
      waiting = new Map();
      setImmediate(() => outside(flush));
    }
    const known = waiting.get(clientId) ?? Promise.withResolvers<ClientCredentials | undefined>();
    waiting.set(clientId, known);
    return known.promise;
  };
}
