import { setTimeout as wait } from 'node:timers/promises';
import { type BreakerOptions, createBreaker } from './breaker.ts';
import { addressOf, bodyOf, isRepeatable, type UpstreamRequest, type UpstreamResponse } from './request.ts';
import { UpstreamError } from './upstream-error.ts';

export interface UpstreamOptions {
  /** What errors and measurements call the system: `registry`. */
  readonly name: string;
  /** From the configuration, never from a caller. */
  readonly baseUrl: string;
  /** Milliseconds for one try; 10 000 by default (docs/contract/external-systems.md). */
  readonly timeoutMillis?: number;
  /** Further tries of repeatable calls; 2 by default (docs/contract/external-systems.md). */
  readonly retries?: number;
  /** Milliseconds before the second try; 200 by default. The next wait is four times as long; both vary by half. */
  readonly backoffMillis?: number;
  /** Largest answer in bytes, after decompression; 5 MiB by default. */
  readonly maxBytes?: number;
  readonly breaker?: BreakerOptions;
  /** Headers of every request, asked for before each: a machine token, for example. */
  readonly headers?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Called with every try. */
  readonly observe?: (sample: {
    readonly upstream: string;
    readonly method: string;
    readonly outcome: string;
    readonly seconds: number;
  }) => void;
}

export interface Upstream {
  /**
   * One call. Gives every answer below 500 that is no 429 and no redirect, since those are results (a 404 says
   * something); throws `UpstreamError` for everything else, after the tries it may make.
   */
  request(request: UpstreamRequest): Promise<UpstreamResponse>;
}

const MAX_WAIT_MILLIS = 5_000;

/**
 * Reaches one outside system over HTTP: with a deadline per try, retries with back-off for calls that may be repeated,
 * a circuit breaker, a limit on the size of answers, and no redirects. It sends no cookies and stores none.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { name, retries = 2, backoffMillis = 200 } = options;
  const breaker = createBreaker(options.breaker);

  const attempt = async (request: Prepared): Promise<UpstreamResponse> => {
    const started = performance.now();
    let outcome = 'unreachable';
    try {
      const response = await send(name, request);
      outcome = String(response.status);
      return response;
    } catch (error) {
      if (error instanceof UpstreamError) outcome = error.status === undefined ? error.fault : String(error.status);
      throw error;
    } finally {
      options.observe?.({
        upstream: name,
        method: request.init.method,
        outcome,
        seconds: (performance.now() - started) / 1_000,
      });
    }
  };

  const tryRepeatedly = async (request: Prepared): Promise<UpstreamResponse> => {
    const tries = request.isRepeatable ? retries + 1 : 1;
    for (let count = 1; ; count++) {
      try {
        return await attempt(request);
      } catch (error) {
        const pause = count < tries ? pauseAfter(error, backoffMillis * 4 ** (count - 1)) : undefined;
        if (pause === undefined) throw error;
        await wait(pause);
      }
    }
  };

  return {
    async request(request) {
      const prepared = await prepare(options, request);
      if (!breaker.admit()) throw new UpstreamError(name, 'suspended', { mayHaveArrived: false });
      try {
        const response = await tryRepeatedly(prepared);
        breaker.succeeded();
        return response;
      } catch (error) {
        // A system that asks for patience or sends what we cannot read is alive: it is not spared.
        if (isOutage(error)) breaker.failed();
        else breaker.succeeded();
        throw error;
      }
    },
  };
}

const isOutage = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (error.fault === 'timeout' ||
    error.fault === 'unreachable' ||
    (error.fault === 'answer' && (error.status ?? 0) >= 500));

/** Milliseconds until the next try; undefined when another try is pointless. */
function pauseAfter(error: unknown, backoff: number): number | undefined {
  if (!(error instanceof UpstreamError)) return undefined;
  const worthwhile = isOutage(error) || error.status === 429;
  if (!worthwhile) return undefined;
  const asked = error instanceof AnswerError ? error.retryAfterMillis : 0;
  return asked > MAX_WAIT_MILLIS ? undefined : Math.max(asked, backoff * (0.5 + Math.random()));
}

class AnswerError extends UpstreamError {
  readonly retryAfterMillis: number;

  constructor(upstream: string, response: Response, bytes: Buffer) {
    super(upstream, 'answer', { status: response.status, bytes });
    const seconds = response.headers.get('retry-after');
    this.retryAfterMillis = seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 0;
  }
}

interface Prepared {
  readonly url: URL;
  readonly init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string | Uint8Array<ArrayBuffer>;
  };
  readonly isRepeatable: boolean;
  readonly timeoutMillis: number;
  readonly maxBytes: number;
}

async function prepare(options: UpstreamOptions, request: UpstreamRequest): Promise<Prepared> {
  const url = addressOf(options.baseUrl, request);
  const headers = { ...(await options.headers?.()), ...request.headers };
  return {
    url,
    init: { method: request.method ?? 'GET', ...bodyOf({ ...request, headers }) },
    isRepeatable: isRepeatable(request),
    timeoutMillis: request.timeoutMillis ?? options.timeoutMillis ?? 10_000,
    maxBytes: request.maxBytes ?? options.maxBytes ?? 5 * 1024 * 1024,
  };
}

async function send(name: string, { url, init, timeoutMillis, maxBytes }: Prepared): Promise<UpstreamResponse> {
  const signal = AbortSignal.timeout(timeoutMillis);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', credentials: 'omit', signal });
    const bytes = await readBounded(response, maxBytes, name);
    const { status } = response;
    if (status >= 500 || status === 429 || (status >= 300 && status < 400))
      throw new AnswerError(name, response, bytes);
    return {
      status,
      headers: response.headers,
      bytes,
      text: () => bytes.toString('utf8'),
      json: () => parse(bytes, status, name),
    };
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    if (signal.aborted) throw new UpstreamError(name, 'timeout', { cause: error });
    throw new UpstreamError(name, 'unreachable', { cause: error, mayHaveArrived: !neverConnected(error) });
  }
}

async function readBounded(response: Response, maxBytes: number, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the body and with it the connection.
    if (size > maxBytes) throw new UpstreamError(name, 'too_large', { status: response.status });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer, status: number, name: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new UpstreamError(name, 'malformed', { status, cause: error });
  }
}

const BEFORE_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function neverConnected(error: unknown): boolean {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && BEFORE_CONNECTION.has(code)) return true;
  }
  return false;
}
