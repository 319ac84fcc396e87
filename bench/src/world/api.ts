/** Calls the API as a client would; any answer but a good one ends the measurement. */
export async function callApi<T>(origin: string, method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const response = await fetch(new URL(path, origin), {
    method,
    headers: {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

/** A whole request as it goes over the wire. */
export function wireRequest(
  origin: string,
  request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  },
): string {
  const { method, path, headers = {}, body = '' } = request;
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries({ host: new URL(origin).host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n${body}`;
}

export const asJson = (token: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});
