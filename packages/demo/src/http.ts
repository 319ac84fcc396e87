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

export function createCaller(baseUrl: string, token?: string): Caller {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        accept: 'application/json, application/xml;q=0.5',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (!response.ok) throw new CallRefused(method, path, response.status, text);
    if (text === '') return undefined as T;
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return (isJson ? JSON.parse(text) : text) as T;
  };
  return { get: (path) => call('GET', path), send: (method, path, body) => call(method, path, body) };
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
