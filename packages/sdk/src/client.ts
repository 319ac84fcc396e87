import { fillPath, queryString, splitArguments } from '@app/contract/arguments';
import type { AnyEndpoint } from '@app/contract/endpoint';
import { parseExact } from '@app/contract/json';
import { readApiError } from './api-error.ts';
import type { CallOptions, FileAnswer, Methods } from './client-types.ts';
import {
  type ClientCredentials,
  clientCredentialsToken,
  type Fetch,
  fixedToken,
  type TokenSource,
} from './credentials.ts';
import { defaultRetry, type RetryPolicy, retrying, type Sleep, sleep } from './retry.ts';

export interface ClientOptions {
  /** Origin of the API, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** An access or session token, or what gives one; leave it out for public calls. */
  readonly token?: string | (() => string | Promise<string>);
  readonly clientCredentials?: ClientCredentials;
  readonly fetch?: Fetch;
  readonly retry?: Partial<RetryPolicy>;
  /** Milliseconds one try may take, and asking for a token; 60 000 by default. */
  readonly timeout?: number;
  /** How waiting is done; for tests. */
  readonly sleep?: Sleep;
}

interface Wire {
  readonly options: ClientOptions;
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly tokens: TokenSource;
  readonly retry: RetryPolicy;
}

/**
 * Calls below `/api` and elsewhere with the client's credential, for what has no method of its own. One try, no reading
 * of errors.
 */
export type RawRequest = (path: string, init?: RequestInit) => Promise<Response>;

/** The typed client of the given declarations: `client.<area>.<operation>(fields, options)`. */
export function createClientOf<Areas extends object>(
  areas: Areas,
  options: ClientOptions,
): Methods<Areas> & { readonly request: RawRequest } {
  const wire = wireOf(options);
  const client: Record<string, unknown> = { request: rawRequest(wire) };
  for (const endpoint of endpointsOf(areas)) {
    const [area = '', operation = ''] = endpoint.name.split('.');
    const group = (client[area] ?? {}) as Record<string, unknown>;
    client[area] = group;
    group[operation] = methodOf(wire, endpoint);
  }
  return client as Methods<Areas> & { readonly request: RawRequest };
}

function endpointsOf(areas: object): readonly AnyEndpoint[] {
  const values = Object.values(areas).flatMap((area) => Object.values(area as object)) as unknown[];
  return values.filter(
    (value): value is AnyEndpoint =>
      typeof value === 'object' && value !== null && 'paths' in value && 'envelope' in value,
  );
}

function wireOf(options: ClientOptions): Wire {
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const tokens = options.clientCredentials
    ? clientCredentialsToken({ baseUrl, credentials: options.clientCredentials, fetch, timeout: timeoutOf(options) })
    : fixedToken(options.token);
  return { options, baseUrl, fetch, tokens, retry: { ...defaultRetry, ...options.retry } };
}

const timeoutOf = ({ timeout = 60_000 }: ClientOptions): number => timeout;

function methodOf(wire: Wire, endpoint: AnyEndpoint): unknown {
  const method = (input: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) =>
    call(wire, endpoint, input, options, undefined);
  return Object.assign(method, {
    as: (mediaType: string, input: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) =>
      call(wire, endpoint, input, options, mediaType),
    endpoint,
  });
}

async function call(
  wire: Wire,
  endpoint: AnyEndpoint,
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
  accept: string | undefined,
): Promise<unknown> {
  const method = endpoint.methods[0]!;
  const parts = splitArguments(endpoint, input);
  const url = wire.baseUrl + fillPath(endpoint.path, parts.params) + queryString(parts.query);
  // A keyed POST is executed once however often it is sent; the key stays the same for every try.
  const key = method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const { type, body } = bodyOf(endpoint, parts.body);
  const headers: Record<string, string> = {
    Accept: accept ?? 'application/json, */*;q=0.1',
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...(options.requestId === undefined ? {} : { 'X-Request-Id': options.requestId }),
    ...(options.language === undefined ? {} : { 'Accept-Language': options.language === 'eng' ? 'en' : 'nb' }),
    ...options.headers,
  };
  const isSafe = method === 'GET' || key !== undefined;
  const wait = wire.options.sleep ?? sleep;
  return retrying(wire.retry, { isSafe, wait, signal: options.signal }, async () => {
    const response = await send(
      wire,
      endpoint.auth !== 'public',
      url,
      { method, headers, body: body ?? null },
      options.signal,
    );
    return read(response, endpoint, accept !== undefined);
  });
}

function bodyOf(
  endpoint: AnyEndpoint,
  body: unknown,
): { readonly type: string | undefined; readonly body: RequestInit['body'] } {
  if (endpoint.body === undefined) return { type: undefined, body: undefined };
  // Another of its types is named by the header.
  if (endpoint.fileTypes) return { type: endpoint.fileTypes[0], body: body as RequestInit['body'] };
  // The type of such a body names the boundary, which whoever sends it knows.
  if (endpoint.bodyType === 'multipart/form-data' || (endpoint.bodyType === 'multipart-or-json' && holdsFile(body)))
    return { type: undefined, body: formOf(body) };
  if (endpoint.bodyType === 'application/x-www-form-urlencoded') {
    return { type: endpoint.bodyType, body: queryString((body ?? {}) as Record<string, unknown>).slice(1) };
  }
  return { type: 'application/json', body: JSON.stringify(body ?? {}) };
}

const holdsFile = (fields: unknown): boolean =>
  Object.values((fields ?? {}) as Record<string, unknown>).some(
    (value) => (value as { readonly content?: unknown } | null)?.content instanceof Uint8Array,
  );

/** Files and texts as the parts of a form. */
function formOf(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((fields ?? {}) as Record<string, unknown>)) {
    const file = value as Partial<{ fileName: string; contentType: string; content: Uint8Array<ArrayBuffer> }> | null;
    if (file?.content instanceof Uint8Array)
      form.append(name, new Blob([file.content], file.contentType ? { type: file.contentType } : {}), file.fileName);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

/** Sends with the credential; a refused token is renewed once, since a 401 was not executed. */
async function send(
  wire: Wire,
  needsToken: boolean,
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let renewed = false; ; renewed = true) {
    const token = needsToken ? await wire.tokens.get() : undefined;
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const timeout = AbortSignal.timeout(timeoutOf(wire.options));
    const response = await wire.fetch(url, {
      ...init,
      headers,
      redirect: 'manual',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.status !== 401 || !needsToken || renewed || !wire.tokens.renew(token)) return response;
    await response.body?.cancel();
  }
}

/**
 * JSON with every digit of its numbers, nothing for an empty answer, a file for anything else. A redirect that the
 * endpoint does not declare comes from somebody in between: nobody has carried out what was asked.
 */
async function read(response: Response, { status }: AnyEndpoint, asFile: boolean): Promise<unknown> {
  const contentType = response.headers.get('content-type') ?? '';
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(contentType);
  if (!response.ok && response.status !== status)
    throw readApiError(response.status, response.headers, isJson ? jsonOrNothing(await response.text()) : undefined);
  if (isJson && !asFile) return parseExact(await response.text());
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0 && !asFile) return undefined;
  return { contentType, fileName: fileNameOf(response.headers.get('content-disposition')), bytes } satisfies FileAnswer;
}

/** What stands in the way of an API may call its own errors JSON. */
function jsonOrNothing(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** RFC 6266: the encoded form wins. */
function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? null;
}

const rawRequest =
  (wire: Wire): RawRequest =>
  (path, init = {}) =>
    send(
      wire,
      true,
      wire.baseUrl + path,
      { ...init, headers: Object.fromEntries(new Headers(init.headers)) },
      init.signal ?? undefined,
    );
