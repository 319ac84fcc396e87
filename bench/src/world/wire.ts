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
  const head = Object.entries({ host: new URL(origin).host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${method} ${path} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n${body}`;
}

export const asJson = (token: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});
