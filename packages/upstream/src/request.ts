export interface UpstreamRequest {
  /** GET by default. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, beginning with `/`. Build it with {@link path} when a part of it comes from outside. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** At most one of the three. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Needs a `content-type` in `headers`. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /**
   * May the call be made again after a failure? GET and HEAD by default; say so for another call that does no harm
   * twice.
   */
  readonly isRepeatable?: boolean;
  /** Milliseconds for one try, from the connection to the last byte; that of the upstream by default. */
  readonly timeoutMillis?: number;
  /** Largest answer in bytes; that of the upstream by default. */
  readonly maxBytes?: number;
}

export interface UpstreamResponse {
  /** Below 500 and no 429 and no redirect: those are thrown. */
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  text(): string;
  /** Throws `UpstreamError` `malformed` when the body is not JSON. */
  json(): unknown;
}

/**
 * A path whose values cannot break out of their segment: `` path`/enheter/${number}/roller` ``. A value that is a dot
 * segment is refused, since it would climb after encoding.
 */
export function path(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((text, part, i) => text + encodeSegment(values[i - 1]!) + part);
}

function encodeSegment(value: string | number): string {
  const text = String(value);
  if (text === '' || text === '.' || text === '..')
    throw new Error('A path segment must not be empty or a dot segment');
  return encodeURIComponent(text);
}

const IS_SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export const isRepeatable = (request: UpstreamRequest): boolean =>
  request.isRepeatable ?? IS_SAFE.has(request.method ?? 'GET');

/** The address of a request; throws when the path would leave the base address. */
export function addressOf(baseUrl: string, request: UpstreamRequest): URL {
  const base = baseUrl.replace(/\/+$/, '');
  const url = new URL(`${base}${request.path}`);
  const start = new URL(base);
  const stays = url.origin === start.origin && `${url.pathname}/`.startsWith(`${start.pathname.replace(/\/+$/, '')}/`);
  if (!request.path.startsWith('/') || !stays || url.hash !== '')
    throw new Error('The path of an upstream request leaves the base address');
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.append(name, String(value));
  return url;
}

/** Headers and body as they go out. */
export function bodyOf(request: UpstreamRequest): {
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
} {
  const headers: Record<string, string> = { accept: 'application/json', ...lowerCased(request.headers ?? {}) };
  if (request.json !== undefined)
    return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(request.json) };
  if (request.form !== undefined) {
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(request.form).toString(),
    };
  }
  return request.body === undefined ? { headers } : { headers, body: request.body };
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
