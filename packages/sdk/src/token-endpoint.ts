import { readApiError } from './api-error.ts';

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** Where tokens are asked for. */
export interface TokenEndpoint {
  /** Origin of the API. */
  readonly baseUrl: string;
  readonly fetch?: Fetch;
  /** Milliseconds that an answer may take; 60 000 by default. */
  readonly timeout?: number;
}

/** A program that acts by itself, for the person who registered it. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `read`, `write` or both; the client's registered scope by default. */
  readonly scope?: string;
  readonly resource?: string;
}

/** What the token endpoint gives. */
export interface Tokens {
  readonly accessToken: string;
  /** Seconds that the access token lives. */
  readonly expiresIn: number;
  /** The next refresh token, which works once; none with client credentials. */
  readonly refreshToken: string | undefined;
  /** What the access token allows: `read`, or `read write`. */
  readonly scope: string;
}

/**
 * Asks the token endpoint (RFC 6749 section 3.2).
 * @param key makes a repeat of the same request give the same answer
 * @throws ApiError
 */
export async function askForTokens(
  { baseUrl, fetch = (input, init) => globalThis.fetch(input, init), timeout = 60_000 }: TokenEndpoint,
  fields: Readonly<Record<string, string | undefined>>,
  key?: string,
): Promise<Tokens> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/v2/oauth/token`, {
    method: 'POST',
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
    body: new URLSearchParams(given),
    redirect: 'manual',
    credentials: 'omit',
    signal: AbortSignal.timeout(timeout),
  });
  const body = (await response.json().catch(() => undefined)) as Partial<Record<string, unknown>> | undefined;
  if (!response.ok || typeof body?.access_token !== 'string')
    throw readApiError(response.status, response.headers, body);
  return {
    accessToken: body.access_token,
    expiresIn: Number(body.expires_in),
    refreshToken: typeof body.refresh_token === 'string' ? body.refresh_token : undefined,
    scope: typeof body.scope === 'string' ? body.scope : '',
  };
}

/**
 * Exchanges a refresh token, which works once, for the next tokens. Store the new refresh token before anything else:
 * showing the old one again ends them all.
 * @param request with the same key for every try, so that a lost answer is given again
 */
export const refreshTokens = (
  endpoint: TokenEndpoint,
  request: {
    readonly clientId: string;
    readonly clientSecret?: string | undefined;
    readonly refreshToken: string;
    readonly key?: string;
  },
): Promise<Tokens> =>
  askForTokens(
    endpoint,
    {
      grant_type: 'refresh_token',
      client_id: request.clientId,
      client_secret: request.clientSecret,
      refresh_token: request.refreshToken,
    },
    request.key,
  );

/** Tokens of the client-credentials grant: for the person who registered the client. */
export const clientTokens = (
  endpoint: TokenEndpoint,
  { clientId, clientSecret, scope, resource }: ClientCredentials,
): Promise<Tokens> =>
  askForTokens(endpoint, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
    resource,
  });
