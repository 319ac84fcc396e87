import { type Database, type Lookup, sharedLookup } from '@app/db';
import { type ClientCredentials, listClientCredentials } from './store.ts';

export type ClientLookup = Lookup<string, ClientCredentials>;

/**
 * Looks clients up, always fresh: a deleted client is gone at once. One lookup after the other: what comes while one is
 * under way shares the next.
 */
export const createClientLookup = (db: Database): ClientLookup =>
  sharedLookup(
    db,
    (executor, ids) => listClientCredentials({ executor }, ids),
    ({ client }) => client.clientId,
    {},
  );
