import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createBreaker, createUpstream, path, type UpstreamError, type UpstreamOptions } from '../src/index.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A real server; `seen` holds the requests in the order they came. */
async function serve(handler: Handler) {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      handler(request, response, seen.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  open.push(close);
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}

const status =
  (code: number, headers: Record<string, string> = {}, body = '{}'): Handler =>
  (_request, response) =>
    response.writeHead(code, headers).end(body);

const upstreamOf = (baseUrl: string, options: Partial<UpstreamOptions> = {}) =>
  createUpstream({ name: 'registry', baseUrl, backoffMillis: 1, ...options });

const faultOf = async (call: Promise<unknown>): Promise<UpstreamError> =>
  (await call.then(
    () => undefined,
    (error) => error,
  )) as UpstreamError;

it('gives an answer below 500 as a result, 404 included', async () => {
  const { baseUrl, seen } = await serve((_request, response, count) =>
    count === 1 ? status(200, {}, '{"a":1}')(_request, response, count) : status(404)(_request, response, count),
  );
  const upstream = upstreamOf(baseUrl);
  const found = await upstream.request({ path: '/a', query: { navn: 'Blå & Sønn', size: 5 } });
  expect(found.json()).toEqual({ a: 1 });
  expect((await upstream.request({ path: '/b' })).status).toBe(404);
  expect(new URL(seen[0]!.url, baseUrl).searchParams.get('navn')).toBe('Blå & Sønn');
  expect(seen[0]!.headers.accept).toBe('application/json');
  expect(seen).toHaveLength(2);
});

it('tries a safe call three times and gives the answer that came at last', async () => {
  const { baseUrl, seen } = await serve((request, response, count) =>
    status(count < 3 ? 503 : 200)(request, response, count),
  );
  expect((await upstreamOf(baseUrl).request({ path: '/' })).status).toBe(200);
  expect(seen).toHaveLength(3);
});

it('gives up after two retries and says what the last answer was', async () => {
  const { baseUrl, seen } = await serve(status(500, {}, 'secret inside'));
  const error = await faultOf(upstreamOf(baseUrl).request({ path: '/' }));
  expect(error).toMatchObject({ name: 'UpstreamError', fault: 'answer', status: 500, mayHaveArrived: true });
  expect(error.message).not.toContain('secret');
  expect(error.message).not.toContain('127.0.0.1');
  expect(seen).toHaveLength(3);
});

it.each([500, 503, 401, 429])('never repeats a POST by itself, also not after %i', async (code) => {
  const { baseUrl, seen } = await serve(status(code, { 'www-authenticate': 'Basic' }));
  await upstreamOf(baseUrl)
    .request({ method: 'POST', path: '/', json: { amount: '1.00' } })
    .catch(() => undefined);
  expect(seen.map(({ body }) => body)).toEqual(['{"amount":"1.00"}']);
  expect(seen[0]!.headers['content-type']).toBe('application/json');
});

it('repeats a POST that is declared harmless', async () => {
  const { baseUrl, seen } = await serve((request, response, count) =>
    status(count === 1 ? 502 : 200)(request, response, count),
  );
  const response = await upstreamOf(baseUrl).request({
    method: 'POST',
    path: '/',
    form: { grant_type: 'x y' },
    isRepeatable: true,
  });
  expect(response.status).toBe(200);
  expect(seen.map(({ body }) => body)).toEqual(['grant_type=x+y', 'grant_type=x+y']);
});

it('does not try again when the other side asks for a longer wait than a request can give', async () => {
  const { baseUrl, seen } = await serve(status(429, { 'retry-after': '600' }));
  expect(await faultOf(upstreamOf(baseUrl).request({ path: '/' }))).toMatchObject({ fault: 'answer', status: 429 });
  expect(seen).toHaveLength(1);
});

it('follows no redirect', async () => {
  const elsewhere = await serve(status(200));
  const { baseUrl, seen } = await serve(status(302, { location: elsewhere.baseUrl }));
  expect(await faultOf(upstreamOf(baseUrl).request({ path: '/' }))).toMatchObject({ fault: 'answer', status: 302 });
  expect(seen).toHaveLength(1);
  expect(elsewhere.seen).toHaveLength(0);
});

it('gives up on an answer that does not come, or does not end, in time', async () => {
  const silent = await serve(() => undefined);
  const endless = await serve((_request, response) => response.writeHead(200).write('{'));
  for (const { baseUrl } of [silent, endless]) {
    // Of tries, and not of what arrived: a busy machine may give one up before its request is there.
    const tries: string[] = [];
    const observe: UpstreamOptions['observe'] = ({ outcome }) => tries.push(outcome);
    const error = await faultOf(
      upstreamOf(baseUrl, { timeoutMillis: 300, retries: 1, observe }).request({ path: '/' }),
    );
    expect(error).toMatchObject({ fault: 'timeout', mayHaveArrived: true });
    expect(tries).toEqual(['timeout', 'timeout']);
  }
});

it('refuses an answer larger than the limit, counted after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000, 'a'));
  const { baseUrl, seen } = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  expect(bomb.length).toBeLessThan(10_000);
  expect(await faultOf(upstreamOf(baseUrl, { maxBytes: 10_000 }).request({ path: '/' }))).toMatchObject({
    fault: 'too_large',
  });
  expect(seen).toHaveLength(1);
});

it('says that a request certainly did not arrive when there was no connection', async () => {
  const { baseUrl, close } = await serve(status(200));
  await close();
  const error = await faultOf(upstreamOf(baseUrl).request({ method: 'POST', path: '/', json: {} }));
  expect(error).toMatchObject({ fault: 'unreachable', mayHaveArrived: false });
});

it('says that an answer is not JSON only when it is read as such', async () => {
  const { baseUrl } = await serve(status(200, {}, '<html>'));
  const response = await upstreamOf(baseUrl).request({ path: '/' });
  expect(response.text()).toBe('<html>');
  expect(() => response.json()).toThrow(expect.objectContaining({ fault: 'malformed', status: 200 }));
});

it('stops asking after repeated failure, looks once after a pause, and goes on when the system is back', async () => {
  let millis = 0;
  let code = 500;
  const { baseUrl, seen } = await serve((request, response, count) => status(code)(request, response, count));
  const upstream = upstreamOf(baseUrl, {
    retries: 0,
    breaker: { failures: 2, pauseMillis: 100, millis: () => millis },
  });
  const call = () => faultOf(upstream.request({ path: '/' }));

  await call();
  await call();
  expect(await call()).toMatchObject({ fault: 'suspended', mayHaveArrived: false });
  expect(seen).toHaveLength(2);

  millis = 100;
  const looks = await Promise.all([call(), call(), call()]);
  expect(looks.map((error) => error.fault).sort()).toEqual(['answer', 'suspended', 'suspended']);
  expect(seen).toHaveLength(3);

  millis = 299; // the failed look doubled the pause
  expect(await call()).toMatchObject({ fault: 'suspended' });
  millis = 300;
  code = 200;
  expect(await call()).toBeUndefined();
  expect(await call()).toBeUndefined();
  expect(seen).toHaveLength(5);
});

it('counts only failures in a row, and no answer that says something', () => {
  const breaker = createBreaker({ failures: 2, millis: () => 0 });
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  expect(breaker.admit()).toBe(true);
  breaker.failed();
  expect(breaker.admit()).toBe(false);
});

it('sends the headers that are asked for before each call, and reports every try to the observer', async () => {
  const samples: string[] = [];
  const { baseUrl, seen } = await serve((request, response, count) =>
    status(count === 1 ? 503 : 204)(request, response, count),
  );
  const upstream = upstreamOf(baseUrl, {
    headers: async () => ({ Authorization: 'Bearer x' }),
    observe: ({ upstream: name, method, outcome }) => samples.push(`${name} ${method} ${outcome}`),
  });
  await upstream.request({ path: '/' });
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer x', 'Bearer x']);
  expect(samples).toEqual(['registry GET 503', 'registry GET 204']);
});

it('lets no value climb out of its path segment, and no path out of the base address', async () => {
  const { baseUrl, seen } = await serve(status(200));
  const upstream = upstreamOf(`${baseUrl}/base/`);
  await upstream.request({ path: path`/enheter/${'a/../b?c#d'}/roller` });
  expect(seen[0]!.url).toBe('/base/enheter/a%2F..%2Fb%3Fc%23d/roller');
  expect(() => path`/enheter/${'..'}`).toThrow();
  expect(() => path`/enheter/${''}`).toThrow();
  for (const bad of ['/../other', '/a/../../other', '@evil.example/', '/a#b'])
    await expect(upstream.request({ path: bad }), bad).rejects.toThrow();
  expect(seen).toHaveLength(1);
});
