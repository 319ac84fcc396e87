import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** A small JSON caller of the public API: what anybody with the documentation would write. */
export interface Caller {
  get<T>(path: string): Promise<T>;
  /** A form is sent as it is, everything else as JSON. What is answered in another type is given as text. */
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>;
}

/** Says which call was refused and why, in the words of the API. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(method: string, path: string, status: number, body: string) {
    super(`${method} ${path} was answered with ${status}: ${body.slice(0, 500)}`);
    this.status = status;
    this.code = /"code":"([\w.]+)"/.exec(body)?.[1] ?? '';
  }
}

/** Milliseconds that an answer may take where the machine is busy. */
const ANSWER_WITHIN = 120_000;

/** How often a call is sent again that nobody could carry out at that moment, each time after a longer pause. */
const MOST_REPEATS = 20;
const PAUSE_MILLIS = 500;

/**
 * A caller with a token or without. On a busy machine a company may be asked for longer than it lets others wait: what
 * is answered with 503 is sent again, writes under one key so that they are done once (IDEM-R01), also while the first
 * one is still being carried out (IDEM-R10).
 */
export function createCaller(baseUrl: string, token?: string): Caller {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const request = await requestOf(method, token, body);
    for (let repeats = 0; ; repeats++) {
      const signal = AbortSignal.timeout(ANSWER_WITHIN);
      const response = await fetch(new URL(path, baseUrl), { ...request, signal });
      const text = await response.text();
      if (isPassing(response.status, text) && repeats < MOST_REPEATS) {
        await pause(PAUSE_MILLIS * (repeats + 1));
        continue;
      }
      if (!response.ok) throw new CallRefused(method, path, response.status, text);
      if (text === '') return undefined as T;
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      return (isJson ? JSON.parse(text) : text) as T;
    }
  };
  return { get: (path) => call('GET', path), send: (method, path, body) => call(method, path, body) };
}

const isPassing = (status: number, text: string): boolean =>
  status === 503 || (status === 409 && text.includes('"common.idempotency_in_progress"'));

/** What is sent, the same each time: a form too has one boundary. */
async function requestOf(method: string, token: string | undefined, body: unknown) {
  const form = body instanceof FormData ? new Response(body) : undefined;
  const type = form?.headers.get('content-type') ?? 'application/json';
  return {
    method,
    headers: {
      accept: 'application/json, application/xml;q=0.5',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: form ? await form.arrayBuffer() : JSON.stringify(body) }),
    redirect: 'manual' as const,
  };
}

/** The token of a person who signs in with e-mail and password; undefined when there is no such person yet. */
export async function login(baseUrl: string, email: string, password: string): Promise<string | undefined> {
  try {
    const answer = await createCaller(baseUrl).send<{ token: string }>('POST', '/v2/oauth/login', { email, password });
    return answer.token;
  } catch (error) {
    if (error instanceof CallRefused && error.status === 401) return undefined;
    throw error;
  }
}
