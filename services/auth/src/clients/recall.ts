import { createProvidedRecorder, type SecurityEvent } from '@app/audit';
import type { Database } from '@app/db';
import { LRUCache } from 'lru-cache';
import type { ClientCredentials } from './store.ts';

/** Clients that are remembered at most. */
const REMEMBERED = 10_000;

/**
 * Clients as they were when they last asked for a token. What is remembered may be wrong by now, so it decides nothing
 * by itself: the statement that records a token looks whether the client is there unchanged and its owner active.
 */
export interface ClientRecall {
  /** The client as it was, which may have changed since. */
  recall(clientId: string): ClientCredentials | undefined;
  remember(credentials: ClientCredentials): void;
  /**
   * Keeps a record, committed when this returns, if the client is still what it was, which is the same round trip.
   * While it is under way `meanwhile` is run.
   * @returns whether it was kept; not in a transaction, which has its own way
   */
  recordIfUnchanged(event: SecurityEvent, credentials: ClientCredentials, meanwhile: () => void): Promise<boolean>;
}

export function createClientRecall(db: Pick<Database, 'executor'>): ClientRecall {
  const remembered = new LRUCache<string, ClientCredentials>({ max: REMEMBERED });
  const record = createProvidedRecorder(db, {
    columns: 'client_version xid',
    condition: `exists (
      select from clients c join users u on u.id = c.owner_id
      where c.client_id = r.client_id and c.xmin = r.client_version and u.is_active)`,
  });
  return {
    recall: (clientId) => remembered.get(clientId),
    remember: (credentials) => void remembered.set(credentials.client.clientId, credentials),
    recordIfUnchanged: async (event, { client, version }, meanwhile) => {
      const isKept = await record(event, { client_version: version }, meanwhile);
      if (!isKept) remembered.delete(client.clientId);
      return isKept;
    },
  };
}
