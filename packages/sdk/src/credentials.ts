import { readApiError } from './api-error.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `read`, `write` or both; the client's registered scope by default. */
  readonly scope?: string;
  readonly resource?: string;
}

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** Where the access token of a call comes from. */
export interface TokenSource {
  get(): Promise<string | undefined>;
  /** The token was refused: the next `get` brings another. False when there is no other. */
  renew(refused: string | undefined): boolean;
}

export const fixedToken = (token: string | (() => string | Promise<string>) | undefined): TokenSource => ({
  get: async () => (typeof token === 'function' ? token() : token),
  renew: () => typeof token === 'function',
});

/** Margin before expiry within which a token is not used any more. */
const MARGIN_MILLIS = 60_000;

/** Tokens of the client-credentials grant, kept until a minute before they expire; parallel calls share one request. */
export function clientCredentialsToken(options: {
  readonly baseUrl: string;
  readonly credentials: ClientCredentials;
  readonly fetch: Fetch;
  /** Milliseconds. */
  readonly timeout: number;
  readonly now?: () => number;
}): TokenSource {
  const { baseUrl, credentials, fetch, timeout, now = Date.now } = options;
  let current: { readonly token: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    });
    if (credentials.scope !== undefined) form.set('scope', credentials.scope);
    if (credentials.resource !== undefined) form.set('resource', credentials.resource);
    const response = await fetch(`${baseUrl}/v2/oauth/token`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    });
    const body = (await response.json().catch(() => undefined)) as
      | { access_token: string; expires_in: number }
      | undefined;
    if (!response.ok || typeof body?.access_token !== 'string')
      throw readApiError(response.status, response.headers, body);
    current = { token: body.access_token, until: now() + body.expires_in * 1000 - MARGIN_MILLIS };
    return body.access_token;
  };

  return {
    get: async () => {
      if (current && now() < current.until) return current.token;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    renew: (refused) => {
      if (current?.token === refused) current = undefined;
      return true;
    },
  };
}
