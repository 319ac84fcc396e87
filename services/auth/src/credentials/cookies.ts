import type { IncomingHttpHeaders } from 'node:http';

/** Twelve hours (docs/contract/login.md, "The session"). */
export const SESSION_SECONDS = 12 * 3600;
const REFRESH_SECONDS = 30 * 24 * 3600;
/** For how long a browser is known after a login. */
export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3600;

export interface Cookies {
  /** Of the session cookie; undefined when there is none. */
  readSession(headers: IncomingHttpHeaders): string | undefined;
  readRefreshToken(headers: IncomingHttpHeaders): string | undefined;
  /**
   * The id of the web application's session, which logout ends. It proves nothing: whoever has it can log out and
   * nothing else.
   */
  readSessionId(headers: IncomingHttpHeaders): string | undefined;
  /** Of a browser that somebody has logged in with before. */
  readKnownBrowser(headers: IncomingHttpHeaders): string | undefined;
  /** Values for `Set-Cookie`. */
  readonly session: (id: string) => string;
  readonly clearSession: () => string;
  readonly refreshToken: (token: string) => string;
  readonly sessionId: (id: string) => string;
  readonly knownBrowser: (id: string) => string;
  /** Ends what a browser keeps of the web application's session. */
  readonly clearRefreshToken: () => readonly string[];
  /** Of releases that set the refresh token for the whole origin: gone in the first answer that sets one here. */
  readonly clearWideRefreshToken: () => string;
}

/**
 * The cookies of a person. The session cookie is bound to the host by its name where that is possible (RFC 6265bis
 * section 4.1.3.2); those of the web application are always `Secure`, which browsers accept on localhost as well. Its
 * refresh token goes to `/v2/oauth/session` alone, so logout finds the session by an id that goes everywhere (decision
 * 0074).
 */
export function createCookies(issuer: string): Cookies {
  const isSecure = issuer.startsWith('https:');
  const name = isSecure ? '__Host-session' : 'session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const own = 'HttpOnly; Secure; SameSite=Strict';
  const known = isSecure ? '__Host-known-browser' : 'known-browser';
  const refreshAttributes = `Path=/v2/oauth/session; ${own}`;
  return {
    readSession: (headers) => readCookie(headers, name),
    readRefreshToken: (headers) => readCookie(headers, 'refresh_token'),
    readKnownBrowser: (headers) => readCookie(headers, known),
    readSessionId: (headers) => readCookie(headers, 'session_id', uuid),
    session: (id) => `${name}=${id}; ${attributes}; Max-Age=${SESSION_SECONDS}`,
    clearSession: () => `${name}=; ${attributes}; Max-Age=0`,
    refreshToken: (token) => `refresh_token=${token}; ${refreshAttributes}; Max-Age=${REFRESH_SECONDS}`,
    sessionId: (id) => `session_id=${id}; Path=/; ${own}; Max-Age=${REFRESH_SECONDS}`,
    knownBrowser: (id) =>
      `${known}=${id}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}; Max-Age=${KNOWN_BROWSER_SECONDS}`,
    clearRefreshToken: () => [
      `refresh_token=; ${refreshAttributes}; Max-Age=0`,
      `refresh_token=; Path=/; ${own}; Max-Age=0`,
      `session_id=; Path=/; ${own}; Max-Age=0`,
    ],
    clearWideRefreshToken: () => `refresh_token=; Path=/; ${own}; Max-Age=0`,
  };
}

const secret = /^[\w-]{43}$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The first cookie of a name in the form that ours have; anything else of that name is none of ours. The one with the
 * longer path comes first.
 */
function readCookie(headers: IncomingHttpHeaders, name: string, form = secret): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    if (form.test(value)) return value;
  }
  return undefined;
}
