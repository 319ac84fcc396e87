import { fillPath, queryString, splitByNames } from '@app/contract/arguments';
import { parseExact } from '@app/contract/json';
import { readApiError } from './api-error.ts';
import { encodeBody } from './body.ts';
import type { CallOptions } from './call-options.ts';
import type { ClientOptions, RawRequest } from './client-options.ts';
import { clientCredentialsToken, givenToken, personToken, type TokenSource } from './credentials.ts';
import { fileAnswerOf, fileStreamOf } from './files.ts';
import type { Operation } from './operation.ts';
import { defaultRetry, type RetryPolicy, retrying, sleep } from './retry.ts';
import { timeLimit } from './time-limit.ts';
import type { Fetch, TokenEndpoint } from './token-endpoint.ts';

interface Wire {
  readonly options: ClientOptions;
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly tokens: TokenSource;
  readonly retry: RetryPolicy;
}

/** The client of the given operations, without types: `client.<area>.<operation>(fields, options)`. */
export function createClientFrom(operations: readonly Operation[], options: ClientOptions): object {
  const wire = wireOf(options);
  const client: Record<string, unknown> = { request: rawRequest(wire) };
  for (const operation of operations) {
    const [area = '', name = ''] = operation.name.split('.');
    const group = (client[area] ?? {}) as Record<string, unknown>;
    client[area] = group;
    group[name] = methodOf(wire, operation);
  }
  return client;
}

function wireOf(options: ClientOptions): Wire {
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const endpoint = { baseUrl, fetch, timeout: timeoutOf(options) };
  return { options, baseUrl, fetch, tokens: tokensOf(options, endpoint), retry: { ...defaultRetry, ...options.retry } };
}

function tokensOf({ clientCredentials, person, token }: ClientOptions, endpoint: TokenEndpoint): TokenSource {
  if ([clientCredentials, person, token].filter((each) => each !== undefined).length > 1)
    throw new TypeError('A client has one credential: token, clientCredentials or person');
  if (clientCredentials) return clientCredentialsToken(endpoint, clientCredentials);
  return person ? personToken(endpoint, person) : givenToken(token);
}

const timeoutOf = ({ timeout = 60_000 }: ClientOptions): number => timeout;

function methodOf(wire: Wire, operation: Operation): unknown {
  const method = (input: Input = {}, options: CallOptions = {}) =>
    call(wire, operation, input, options, { accept: undefined, read: (response) => readAnswer(response) });
  return Object.assign(method, {
    as: (mediaType: string, input: Input = {}, options: CallOptions = {}) =>
      call(wire, operation, input, options, { accept: mediaType, read: fileAnswerOf }),
    stream: (mediaType: string, input: Input = {}, options: CallOptions = {}) =>
      call(wire, operation, input, options, {
        accept: mediaType,
        isStream: true,
        read: async (response) => fileStreamOf(response),
      }),
    operation,
  });
}

type Input = Readonly<Record<string, unknown>>;

/** What is asked for, and how an answer that is no refusal is read. */
interface Wanted {
  readonly accept: string | undefined;
  /** The time limit ends when the answer begins. */
  readonly isStream?: boolean;
  read(response: Response): Promise<unknown>;
}

async function call(
  wire: Wire,
  operation: Operation,
  input: Input,
  options: CallOptions,
  wanted: Wanted,
): Promise<unknown> {
  const { method } = operation;
  const parts = splitByNames(operation.names, input);
  const url = wire.baseUrl + fillPath(operation.path, parts.params) + queryString(parts.query);
  // A keyed POST is executed once however often it is sent; the key stays the same for every try.
  const key = method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const { type, body } = encodeBody(operation, parts.body);
  const headers = headersOf(options, wanted.accept, type, key);
  const isSafe = method === 'GET' || key !== undefined;
  const wait = wire.options.sleep ?? sleep;
  return retrying(wire.retry, { isSafe, wait, signal: options.signal }, async () => {
    const limit = timeLimit(options.timeout ?? timeoutOf(wire.options), options.signal);
    try {
      const response = await send(wire, !operation.isPublic, url, { method, headers, body, signal: limit.signal });
      await refuse(response, operation);
      return await wanted.read(response);
    } finally {
      // What still arrives can be broken off by the caller.
      if (wanted.isStream) limit.lift();
      else limit.end();
    }
  });
}

const headersOf = (
  options: CallOptions,
  accept: string | undefined,
  type: string | undefined,
  key: string | undefined,
): Readonly<Record<string, string>> => ({
  Accept: accept ?? 'application/json, */*;q=0.1',
  ...(type === undefined ? {} : { 'Content-Type': type }),
  ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  ...(options.requestId === undefined ? {} : { 'X-Request-Id': options.requestId }),
  ...(options.language === undefined ? {} : { 'Accept-Language': options.language === 'eng' ? 'en' : 'nb' }),
  ...options.headers,
});

/** Sends with the credential; a refused token is renewed once, since a 401 was not executed. */
async function send(wire: Wire, needsToken: boolean, url: string, init: RequestInit): Promise<Response> {
  for (let renewed = false; ; renewed = true) {
    const token = needsToken ? await wire.tokens.get() : undefined;
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const response = await wire.fetch(url, { ...init, headers, redirect: 'manual', credentials: 'omit' });
    if (response.status !== 401 || !needsToken || renewed || !wire.tokens.renew(token)) return response;
    await response.body?.cancel();
  }
}

/**
 * A redirect that the operation does not declare comes from somebody in between: nobody has carried out what was asked.
 * @throws ApiError
 */
async function refuse(response: Response, { status }: Operation): Promise<void> {
  if (response.ok || response.status === status) return;
  const body = isJson(response) ? jsonOrNothing(await response.text()) : undefined;
  throw readApiError(response.status, response.headers, body);
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/([\w.-]+\+)?json\b/.test(headers.get('content-type') ?? '');

/** JSON with every digit of its numbers, nothing for an empty answer, a file for anything else. */
async function readAnswer(response: Response): Promise<unknown> {
  if (isJson(response)) return parseExact(await response.text());
  const file = await fileAnswerOf(response);
  return file.bytes.length === 0 ? undefined : file;
}

/** What stands in the way of an API may call its own errors JSON. */
function jsonOrNothing(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

const rawRequest =
  (wire: Wire): RawRequest =>
  async (path, init = {}) => {
    const limit = timeLimit(timeoutOf(wire.options), init.signal ?? undefined);
    const headers = Object.fromEntries(new Headers(init.headers));
    try {
      return await send(wire, true, wire.baseUrl + path, { ...init, headers, signal: limit.signal });
    } finally {
      limit.lift();
    }
  };
