import type { IncomingHttpHeaders } from 'node:http';

/** Twelve hours (document 4 section 2.1). */
export const SESSION_SECONDS = 12 * 3600;
const REFRESH_SECONDS = 30 * 24 * 3600;

export interface Cookies {
  /** Of the session cookie; undefined when there is none. */
  readSession(headers: IncomingHttpHeaders): string | undefined;
  readRefreshToken(headers: IncomingHttpHeaders): string | undefined;
  /** Values for `Set-Cookie`. */
  readonly session: (id: string) => string;
  readonly clearSession: () => string;
  readonly refreshToken: (token: string) => string;
  readonly clearRefreshToken: () => string;
}

/**
 * The two cookies. The session cookie is bound to the host by its name where that is possible (RFC 6265bis section 4.1.3.2); the refresh token is
 * always `Secure`, which browsers accept on localhost as well.
 */
export function createCookies(issuer: string): Cookies {
  const isSecure = issuer.startsWith('https:');
  const name = isSecure ? '__Host-session' : 'session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const refreshAttributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';
  return {
    readSession: (headers) => readCookie(headers, name),
    readRefreshToken: (headers) => readCookie(headers, 'refresh_token'),
    session: (id) => `${name}=${id}; ${attributes}; Max-Age=${SESSION_SECONDS}`,
    clearSession: () => `${name}=; ${attributes}; Max-Age=0`,
    refreshToken: (token) => `refresh_token=${token}; ${refreshAttributes}; Max-Age=${REFRESH_SECONDS}`,
    clearRefreshToken: () => `refresh_token=; ${refreshAttributes}; Max-Age=0`,
  };
}

/** Our cookies hold 43 characters of base64url; anything else of that name is none of ours. */
function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    if (/^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}
