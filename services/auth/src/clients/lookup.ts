import { type Database, type Lookup, sharedLookup } from '@app/db';
import { type ClientCredentials, listClientCredentials } from './store.ts';

export type ClientLookup = Lookup<string, ClientCredentials>;

/** Looks clients up, always fresh: a deleted client is gone at once. */
export const createClientLookup = (db: Database): ClientLookup =>
  sharedLookup(
    db,
    (executor, ids) => listClientCredentials({ executor }, ids),
    ({ client }) => client.clientId,
  );
