import type { Database } from '@app/db';
import { gather } from '@app/runtime';
import { type ClientCredentials, listClientCredentials } from './store.ts';

export type ClientLookup = (clientId: string) => Promise<ClientCredentials | undefined>;

/**
 * Looks clients up, always fresh: nothing is kept, so a deleted client is gone at once. Requests that come while a
 * lookup is under way share the next one: the round trip is most of what a token request costs. A request that has a
 * transaction, and with it a connection, reads there: it must not wait for a second one.
 */
export function createClientLookup(db: Database): ClientLookup {
  const pool = db.executor;
  const together = gather(async (ids: readonly string[]) => {
    const found = await listClientCredentials(db, [...new Set(ids)]);
    const byId = new Map(found.map((credentials) => [credentials.client.clientId, credentials]));
    return ids.map((id) => byId.get(id));
  });
  return async (clientId) =>
    db.executor === pool ? together(clientId) : (await listClientCredentials(db, [clientId]))[0];
}
