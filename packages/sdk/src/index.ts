import { type Areas, areas } from '@app/api/endpoints';
import { type ClientOptions, createClientOf, type RawRequest } from './client.ts';
import type { Methods } from './client-types.ts';

export { ApiError } from './api-error.ts';
export type { ClientOptions } from './client.ts';
export type { CallOptions, FileAnswer } from './client-types.ts';
export type { ClientCredentials } from './credentials.ts';
export { type PollOptions, paginate, poll } from './pages.ts';
export type { RetryPolicy } from './retry.ts';

export type Client = Methods<Areas> & { readonly request: RawRequest };

/**
 * A client of the whole API: `client.<area>.<operation>(fields)`.
 *
 * Reads and POSTs are tried again after lost connections and passing faults; POSTs carry an `Idempotency-Key` of their
 * own, so that a repeat books nothing twice. Refusals are thrown as `ApiError`.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', clientCredentials: { clientId, clientSecret } });
 * for await (const entry of paginate(client.ledger.listJournalEntries, { client_account_id: 1 })) console.log(entry.id);
 * ```
 */
export const createClient = (options: ClientOptions): Client => createClientOf(areas, options);
