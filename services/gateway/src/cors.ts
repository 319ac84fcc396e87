import type { IncomingMessage, ServerResponse } from 'node:http';

const METHODS_AGE_SECONDS = 600;
const requestHeaders =
  'Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, X-Request-Id, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Traceparent';
const exposed =
  'X-Request-Id, Location, Idempotent-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate, Content-Disposition, ETag, Deprecation, Sunset, Link';

/** Who may call from a browser on another origin. */
export interface CorsPolicy {
  /** Origins that may call everything, by exact text. */
  readonly origins: ReadonlySet<string>;
  /** The web application: its calls may carry our cookies, which session renewal needs. */
  readonly withCookies: string | undefined;
}

/** Public documents may be read from anywhere; they say the same to everybody and know no cookie. */
const isPublicDocument = (path: string): boolean => path.startsWith('/.well-known/') || path === '/openapi.json';

/**
 * Sets the headers of the Fetch standard for a cross-origin call. An origin is answered only when it is listed, never
 * because it asked.
 * @returns whether the call comes from an origin that may make it
 */
export function setCorsHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  policy: CorsPolicy,
): boolean {
  const origin = request.headers.origin;
  if (isPublicDocument(path)) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    return true;
  }
  if (policy.origins.size > 0) response.setHeader('Vary', 'Origin');
  if (origin === undefined || !policy.origins.has(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', exposed);
  if (origin === policy.withCookies) response.setHeader('Access-Control-Allow-Credentials', 'true');
  return true;
}

export const isPreflight = (request: IncomingMessage): boolean =>
  request.method === 'OPTIONS' &&
  request.headers.origin !== undefined &&
  request.headers['access-control-request-method'] !== undefined;

/** What a preflight of an allowed origin is answered. */
export function answerPreflight(response: ServerResponse, allow: readonly string[]): void {
  response.setHeader('Access-Control-Allow-Methods', allow.join(', '));
  response.setHeader('Access-Control-Allow-Headers', requestHeaders);
  response.setHeader('Access-Control-Max-Age', String(METHODS_AGE_SECONDS));
  response.setHeader('Allow', allow.join(', '));
  response.statusCode = 204;
  response.end();
}
