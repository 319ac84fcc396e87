import { ApiError } from './api-error.ts';
import {
  type ClientCredentials,
  clientTokens,
  refreshTokens,
  type TokenEndpoint,
  type Tokens,
} from './token-endpoint.ts';

/** A person who let a program act for them: what `finishAuthorization` gave. */
export interface PersonCredentials {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The newest one; it works once. */
  readonly refreshToken: string;
  /** Gets the next refresh token before the new access token is used. Store it: the one before is of no use any more. */
  readonly onRefreshToken: (refreshToken: string) => void | Promise<void>;
}

/** Where the access token of a call comes from. */
export interface TokenSource {
  get(): Promise<string | undefined>;
  /** The token was refused: the next `get` brings another. False when there is no other. */
  renew(refused: string | undefined): boolean;
}

/** Gives the token of a call. It gets the one that was refused, if any was, and then gives another. */
export type TokenGiver = (refused?: string) => string | Promise<string>;

export function givenToken(token: string | TokenGiver | undefined): TokenSource {
  let last: string | undefined;
  return {
    get: async () => (typeof token === 'function' ? token(last) : token),
    renew: (refused) => {
      last = refused;
      return typeof token === 'function';
    },
  };
}

/** Tokens of the client-credentials grant. */
export const clientCredentialsToken = (
  endpoint: TokenEndpoint,
  credentials: ClientCredentials,
  now: () => number = Date.now,
): TokenSource => keptToken(now, () => clientTokens(endpoint, credentials));

/** Tokens of a person's grant, renewed by refresh tokens, each of which is used once. */
export function personToken(
  endpoint: TokenEndpoint,
  person: PersonCredentials,
  now: () => number = Date.now,
): TokenSource {
  let { refreshToken } = person;
  // The same for every try with one refresh token: an answer that was lost on the way is given again.
  let key = crypto.randomUUID();
  return keptToken(now, async () => {
    const { clientId, clientSecret } = person;
    const tokens = await refreshTokens(endpoint, { clientId, clientSecret, refreshToken, key }).catch((error) => {
      if (error instanceof ApiError && error.status < 500) key = crypto.randomUUID();
      throw error;
    });
    key = crypto.randomUUID();
    refreshToken = tokens.refreshToken ?? refreshToken;
    await person.onRefreshToken(refreshToken);
    return tokens;
  });
}

/** Margin before expiry within which a token is not used any more. */
const MARGIN_MILLIS = 60_000;

/** Tokens that are kept until a minute before they expire; parallel calls share one request. */
function keptToken(now: () => number, ask: () => Promise<Tokens>): TokenSource {
  let current: { readonly token: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;
  const askAndKeep = async (): Promise<string> => {
    const { accessToken, expiresIn } = await ask();
    current = { token: accessToken, until: now() + expiresIn * 1000 - MARGIN_MILLIS };
    return accessToken;
  };
  return {
    get: async () => {
      if (current && now() < current.until) return current.token;
      asking ??= askAndKeep().finally(() => {
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
