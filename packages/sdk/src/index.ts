import type { Areas } from '@app/api/endpoints';
import { createClientFrom } from './client.ts';
import type { ClientOptions, RawRequest } from './client-options.ts';
import type { Methods } from './client-types.ts';
import { operations } from './operations.computed.ts';

export { UnparsedNumber } from '@app/contract/json';
export { ApiError } from './api-error.ts';
export { type Authorization, beginAuthorization, finishAuthorization } from './authorization.ts';
export type { CallOptions, Method, OptionalMethod } from './call-options.ts';
export type { ClientOptions, RawRequest } from './client-options.ts';
export type { PersonCredentials, TokenGiver } from './credentials.ts';
export type { FileAnswer, FileInput, FileStream } from './files.ts';
export type { Operation } from './operation.ts';
export { type PollOptions, paginate, poll } from './pages.ts';
export type { RetryPolicy } from './retry.ts';
export {
  type ClientCredentials,
  clientTokens,
  type Fetch,
  refreshTokens,
  type TokenEndpoint,
  type Tokens,
} from './token-endpoint.ts';
export { operations };

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
export const createClient = (options: ClientOptions): Client => createClientFrom(operations, options) as Client;
