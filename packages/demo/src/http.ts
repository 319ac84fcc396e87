import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
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
/** How often a call is sent again whose connection was lost. */
const MOST_RECONNECTS = 2;

/**
 * A caller with a token or without. On a busy machine a company may be asked for longer than it lets others wait: what
 * is answered with 503 is sent again, writes under one key so that they are done once (IDEM-R01), also while the first
 * one is still being carried out (IDEM-R10). So is what was sent while the other side closed the connection, as it does
 * after some seconds without a call.
 */
export function createCaller(baseUrl: string, token?: string): Caller {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const content = await contentOf(method, token, body);
    const url = new URL(path, baseUrl);
    let [repeats, reconnects] = [0, 0];
    for (;;) {
      // What lay idle was closed with the lost one: who sends again does so over a connection of its own.
      const via = reconnects === 0 ? connections : false;
      const answer = await exchange(method, url, content, via).catch((error: unknown) => {
        if (!isLost(error) || reconnects++ === MOST_RECONNECTS) throw error;
        return undefined;
      });
      if (!answer) continue;
      const { status, text } = answer;
      if (isPassing(status, text) && repeats < MOST_REPEATS) {
        repeats += 1;
        await pause(PAUSE_MILLIS * repeats);
        continue;
      }
      if (status < 200 || status > 299) throw new CallRefused(method, path, status, text);
      if (text === '') return undefined as T;
      return (answer.isJson ? JSON.parse(text) : text) as T;
    }
  };
  return { get: (path) => call('GET', path), send: (method, path, body) => call(method, path, body) };
}

const isPassing = (status: number, text: string): boolean =>
  status === 503 || (status === 409 && text.includes('"common.idempotency_in_progress"'));

const isLost = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');

interface Content {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Uint8Array | string | undefined;
}

/** What is sent, the same each time: a form too has one boundary. */
async function contentOf(method: string, token: string | undefined, body: unknown): Promise<Content> {
  const form = body instanceof FormData ? new Response(body) : undefined;
  const type = form?.headers.get('content-type') ?? 'application/json';
  const bytes = form ? new Uint8Array(await form.arrayBuffer()) : body === undefined ? undefined : JSON.stringify(body);
  return {
    headers: {
      accept: 'application/json, application/xml;q=0.5',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(bytes === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(bytes) }),
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    },
    body: bytes,
  };
}

/** Connections that stay open from call to call. */
const connections = new Agent({ keepAlive: true });

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly isJson: boolean;
}

/**
 * Sends a call and reads its answer.
 * @param agent false for a connection that is used for this call alone
 */
async function exchange(method: string, url: URL, { headers, body }: Content, agent: Agent | false): Promise<Answered> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent =
      url.protocol === 'https:'
        ? overHttps(url, { method, headers, signal, ...(agent ? {} : { agent }) }, resolve)
        : overHttp(url, { method, headers, signal, agent }, resolve);
    sent.on('error', reject).end(body);
  });
  return {
    status: response.statusCode!,
    text: await textOf(response),
    isJson: response.headers['content-type']?.startsWith('application/json') ?? false,
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
