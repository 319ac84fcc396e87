import type { PersonCredentials, TokenGiver } from './credentials.ts';
import type { RetryPolicy, Sleep } from './retry.ts';
import type { ClientCredentials, Fetch } from './token-endpoint.ts';

/** How a client reaches the API, and as whom. */
export interface ClientOptions {
  /** Origin of the API, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** An access or session token, or what gives one; leave it out for public calls. */
  readonly token?: string | TokenGiver;
  /** A program that acts by itself. */
  readonly clientCredentials?: ClientCredentials;
  /** A person who let the program act for them. */
  readonly person?: PersonCredentials;
  readonly fetch?: Fetch;
  readonly retry?: Partial<RetryPolicy>;
  /** Milliseconds one try may take, and asking for a token; 60 000 by default. */
  readonly timeout?: number;
  /** How waiting is done; for tests. */
  readonly sleep?: Sleep;
}

/**
 * Calls below `/api` and elsewhere with the client's credential, for what has no method of its own. One try, no reading
 * of errors.
 */
export type RawRequest = (path: string, init?: RequestInit) => Promise<Response>;
