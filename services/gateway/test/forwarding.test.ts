import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { NOT_READY_HEADER } from '@app/identity';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRequestLog, type RequestRow } from '../src/request-log/request-log.ts';
import { type FixtureGateway, startWorld, until, type World } from './fixture.ts';
import { BASE, end, guard, listen } from './fixture-service.ts';
import { createForwardedCheck } from './forwarded-check.ts';

let world: World;
let gateway: FixtureGateway;

beforeAll(async () => {
  world = await startWorld();
  gateway = await world.startGateway();
});
afterAll(() => world.close());
beforeEach(() => {
  world.ledger.got.length = 0;
  world.ledger.next = undefined;
});

const rw = { Authorization: 'Bearer rw' };
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${gateway.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { ...rw, ...(init.headers as Record<string, string>) },
  });
type Seen = { path: string; headers: Record<string, string>; address: string; bytes: number };
const seen = async (response: Response) => (await response.json()) as Seen;

it('a request reaches the service that owns it, path and query unchanged', async () => {
  const response = await ask('/api/v2/things/7?with=a%2Cb&x=%C3%A6');
  expect(await seen(response)).toMatchObject({ path: '/api/v2/things/7?with=a%2Cb&x=%C3%A6' });
  expect((await seen(await ask('/api/v2/things/7/?a=1'))).path).toBe('/api/v2/things/7?a=1');
});

it('headers that only we may set are taken away, ours are added', async () => {
  const forged = {
    'X-Gateway-Context': 'forged',
    'X-Internal-Role': 'SA',
    'X-User-Id': '1',
    'X-Forwarded-For': '198.51.100.1',
    'X-Forwarded-Host': 'evil',
    Forwarded: 'for=198.51.100.1',
    'X-HTTP-Method-Override': 'DELETE',
    'X-Method-Override': 'DELETE',
    'X-Original-URL': '/admin',
    'X-Request-Id': 'a b',
    Cookie: 'a=b',
    'Accept-Language': 'en',
  };
  const { headers, address } = await seen(await ask('/api/v2/things/1', { headers: forged }));
  for (const name of [
    'x-internal-role',
    'x-user-id',
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'x-http-method-override',
    'x-method-override',
    'x-original-url',
  ])
    expect(headers[name]).toBeUndefined();
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers['accept-language']).toBe('en');
  expect(headers.cookie).toBe('a=b');
  expect(headers.authorization).toBe('Bearer rw');
  expect(headers.traceparent).toMatch(/^00-/);
  expect(address).toBe('127.0.0.1');
  expect(createForwardedCheck(headers['x-gateway-context'])).toEqual({ address: '127.0.0.1', dryRun: false });
});

it('the request id is one, from the client to the service and back', async () => {
  const response = await ask('/api/v2/things/1', { headers: { 'X-Request-Id': 'mine.1' } });
  expect(response.headers.get('x-request-id')).toBe('mine.1');
  expect((await seen(response)).headers['x-request-id']).toBe('mine.1');
});

it('a trace is continued', async () => {
  const { headers } = await seen(
    await ask('/api/v2/things/1', { headers: { Traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } }),
  );
  expect(headers.traceparent?.startsWith(`00-${'a'.repeat(32)}-`)).toBe(true);
});

it('answers come back as they are, but for what shows the inside', async () => {
  world.ledger.next = (_request, response) =>
    void response
      .status(201)
      .set({
        'Content-Type': 'application/pdf',
        Location: '/api/v2/things/9',
        'Cache-Control': 'private',
        Server: 'x',
        'X-Powered-By': 'y',
        [NOT_READY_HEADER]: '1',
      })
      .send(Buffer.from('%PDF'));
  const response = await ask('/api/v2/things/9');
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('location'),
    response.headers.get('cache-control'),
  ]).toEqual([201, 'application/pdf', '/api/v2/things/9', 'private']);
  for (const name of ['server', 'x-powered-by', NOT_READY_HEADER])
    expect([name, response.headers.get(name)]).toEqual([name, null]);
  expect(await response.text()).toBe('%PDF');
});

it('an endpoint that will go says since when and until when, also when it refuses', async () => {
  for (const headers of [rw, { Authorization: 'Bearer x' }]) {
    const response = await ask('/api/v2/leaving', { headers });
    expect([response.headers.get('deprecation'), response.headers.get('sunset')]).toEqual([
      '@1790000000',
      'Fri, 01 Oct 2027 00:00:00 GMT',
    ]);
  }
  expect((await ask('/api/v2/things/1')).headers.has('deprecation')).toBe(false);
});

it('every answer says that it must not be sniffed, and over https that it stays there', async () => {
  const plain = await world.startGateway({ publicBaseUrl: 'http://books.example' });
  for (const [at, hsts] of [
    [gateway, 'max-age=31536000; includeSubDomains'],
    [plain, null],
  ] as const) {
    for (const path of ['/api/v2/things/1', '/nothing']) {
      const response = await fetch(`${at.url}${path}`);
      expect([
        response.headers.get('x-content-type-options'),
        response.headers.get('cache-control'),
        response.headers.get('strict-transport-security'),
      ]).toEqual(['nosniff', 'no-store', hsts]);
    }
  }
  await plain.close();
});

it.each([
  ['small', 'in pieces', 900],
  ['small', 'of a length that it says', 900],
  ['large', 'in pieces', 900_000],
  ['large', 'of a length that it says', 900_000],
])('a %s body passes untouched, in both directions, %s', async (_size, how, length) => {
  const bytes = Buffer.from(Array.from({ length }, (_, i) => i % 256));
  world.ledger.next = (request, response) => {
    response.status(200).type('application/octet-stream');
    if (how === 'of a length that it says') response.setHeader('Content-Length', length);
    request.pipe(response);
  };
  const response = await ask('/api/v2/things/upload', {
    method: 'POST',
    body: bytes,
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

it.each([
  ['small', 900],
  ['large', 900_000],
])(
  'a compressed answer to a %s request passes as it is, and what makes it vary is stated together [GENX-R58]',
  async (_size, length) => {
    const site = await world.startGateway({
      cors: { origins: new Set(['https://tool.example']), withCookies: undefined },
    });
    const packed = gzipSync('x'.repeat(50_000));
    world.ledger.next = (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
          'Content-Length': packed.length,
          Vary: 'Accept-Encoding',
          'X-Asked': request.headers['accept-encoding'],
        });
        response.end(packed);
      });
    };
    const heard = await new Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }>((resolve, reject) => {
      const headers = {
        ...rw,
        Origin: 'https://tool.example',
        'Accept-Encoding': 'gzip;q=0.5',
        'Content-Length': length,
      };
      httpRequest(`${site.url}/api/v2/things/upload`, { method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
      })
        .on('error', reject)
        .end(Buffer.alloc(length));
    });
    expect(heard.bytes.equals(packed)).toBe(true);
    expect(heard.headers).toMatchObject({
      vary: 'Origin, Accept-Encoding',
      'content-encoding': 'gzip',
      'content-length': `${packed.length}`,
      'x-asked': 'gzip;q=0.5',
    });
    await site.close();
  },
);

it('a client that dribbles a small body holds no connection to a service', async () => {
  const socket = connect(gateway.port, '127.0.0.1');
  const head =
    'POST /api/v2/things/count HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n';
  const answered = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString('utf8'))));
  socket.write(`${head}[1`);
  await ask('/api/v2/things/1');
  expect(world.ledger.got.map(({ method }) => method)).toEqual(['GET']);
  socket.write(',]');
  expect(await answered).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
});

it.each(['/api/v2/things/1', '/api/v2/things/upload'])(
  'who reads slowly slows the service down, not us: %s',
  async (path) => {
    const chunk = Buffer.alloc(256 * 1024);
    let sent = 0;
    world.ledger.next = (_request, response) => {
      response.writeHead(200, { 'Content-Length': String(400 * chunk.length) });
      const more = (): void => {
        while (sent < 400) {
          sent++;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    const response = await ask(path, path.endsWith('upload') ? { method: 'POST', body: Buffer.alloc(100_000) } : {});
    let before = -1;
    await until(async () => {
      if (before === sent) return true;
      before = sent;
      await pause(300);
      return false;
    }, 'the service had to wait');
    expect(sent).toBeLessThan(200);
    expect((await response.arrayBuffer()).byteLength).toBe(400 * chunk.length);
  },
);

it('what a client wants only its neighbour to see goes no further, and takes nothing of ours away', async () => {
  const answer = await raw(
    'GET /api/v2/things/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nX-Mine: 1\r\nTE: trailers\r\nConnection: close, X-Mine, X-Gateway-Context, X-Request-Id\r\n\r\n',
  );
  const { headers, address } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as Seen;
  expect([headers['x-mine'], headers.te, address]).toEqual([undefined, undefined, '127.0.0.1']);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

it('connections to a service are kept and shared', async () => {
  const ports = new Set<number>();
  for (let i = 0; i < 5; i++) {
    world.ledger.next = (request, response) => {
      ports.add(request.socket.remotePort!);
      response.json({});
    };
    await (await ask('/api/v2/things/1')).text();
  }
  expect(ports.size).toBe(1);
});

it('a client that wants its connection closed gets that', async () => {
  const answer = await raw(
    'GET /api/v2/things/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1.1 200/);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

it('a service that cannot be reached is 503 in the envelope of the endpoint, never 502', async () => {
  const response = await ask('/api/v2/chat/threads', { method: 'POST' });
  expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
    503,
    'common.service_unavailable',
  ]);
  const other = await startWorld();
  const broken = await other.startGateway();
  await other.auth.close();
  const oauth = await fetch(`${broken.url}/public/v2/oauth/token`, { method: 'POST' });
  expect([oauth.status, await oauth.json()]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
  expect(oauth.headers.get('ratelimit-limit')).toBe('5');
  await other.close().catch(() => undefined);
});

it('a request waits for a service that is being restarted, and reaches it once', async () => {
  expect((await ask('/api/v2/things/1')).status).toBe(200);
  world.ledger.got.length = 0;
  const { port } = world.ledger.origin;
  await end(world.ledger.server);
  const read = ask('/api/v2/things/1');
  const write = ask('/api/v2/things/count', { method: 'POST', body: '[1]' });
  await pause(400);
  const starting = createServer((_request, response) => {
    response.writeHead(503, { [NOT_READY_HEADER]: '1', Connection: 'close' }).end('{}');
  });
  await listen(starting, Number(port));
  await pause(300);
  await end(starting);
  await listen(world.ledger.server, Number(port));
  expect([(await read).status, (await write).status]).toEqual([200, 200]);
  expect((await seen(await write)).bytes).toBe(3);
  expect(world.ledger.got.map(({ method }) => method).sort()).toEqual(['GET', 'POST']);
});

it.each([
  ['small', 100],
  ['large', 100_000],
])(
  "that a service is starting is the gateway's to know: a %s request is 503 without the header",
  async (_size, length) => {
    // It has not seen the service before, hence does not wait for it.
    const fresh = await world.startGateway();
    world.ledger.next = (request, response) => {
      request.resume();
      response
        .status(503)
        .set({ [NOT_READY_HEADER]: '1', 'Retry-After': '1', Connection: 'close' })
        .json({ error: { code: 'common.service_unavailable' } });
    };
    const response = await fetch(`${fresh.url}/api/v2/things/upload`, {
      method: 'POST',
      headers: rw,
      body: Buffer.alloc(length),
    });
    expect([response.status, response.headers.get(NOT_READY_HEADER), world.ledger.got.length]).toEqual([503, null, 1]);
    expect(await response.json()).toMatchObject({ error: { code: 'common.service_unavailable' } });
    await fresh.close();
  },
);

it('a client that goes away while its request waits is not answered for', async () => {
  await ask('/api/v2/things/1');
  world.ledger.got.length = 0;
  const { port } = world.ledger.origin;
  await end(world.ledger.server);
  const [come, noticed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gateway.server.once('request', (_, response) => {
    response.once('close', noticed.resolve);
    come.resolve();
  });
  const leaving = new AbortController();
  const call = ask('/api/v2/things/1', { signal: leaving.signal }).catch(() => 'aborted');
  await come.promise;
  // It has found nobody at the service by now, and asks again.
  await pause(200);
  leaving.abort();
  expect(await call).toBe('aborted');
  await noticed.promise;
  await listen(world.ledger.server, Number(port));
  await pause(300);
  expect(world.ledger.got).toEqual([]);
});

it('a service that breaks off before it answers is 503; nothing is tried twice', async () => {
  for (const [method, path, body] of [
    ['GET', '/api/v2/things/1', null],
    ['POST', '/api/v2/things/count', '[]'],
    ['POST', '/api/v2/things/upload', Buffer.alloc(100_000)],
  ] as const) {
    world.ledger.got.length = 0;
    world.ledger.next = (request) => void request.socket.destroy();
    const response = await ask(path, { method, body });
    expect([response.status, world.ledger.got.length]).toEqual([503, 1]);
    const { err: _, ...said } = gateway.logged.at(-1) as { err: Error };
    expect(said).toEqual({ owner: 'ledger', request_id: expect.any(String) });
    expect(said).toMatchObject({ request_id: response.headers.get('x-request-id') });
  }
});

it('a service that breaks off in the middle breaks off the answer: no half answer looks whole', async () => {
  world.ledger.next = (request, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('half');
    setImmediate(() => request.socket.destroy());
  };
  const response = await ask('/api/v2/things/1');
  await expect(response.text()).rejects.toThrow();
  expect((await ask('/api/v2/things/1')).status).toBe(200);
});

it('a client that goes away takes its request with it', async () => {
  let gone = false;
  world.ledger.next = (request) =>
    void request.on('close', () => {
      gone = true;
    });
  const controller = new AbortController();
  const call = ask('/api/v2/things/1', { signal: controller.signal }).catch(() => 'aborted');
  await until(() => world.ledger.got.length === 1, 'the service was asked');
  controller.abort();
  expect(await call).toBe('aborted');
  await until(() => gone, 'the service learnt of it');
});

it('a body that says it is too large is refused before it is sent', async () => {
  const response = await ask('/api/v2/things/count', { method: 'POST', body: 'x'.repeat(1001) });
  expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
    413,
    'common.payload_too_large',
  ]);
  expect(world.ledger.got).toHaveLength(0);
});

it('a body without a length is cut off at the limit', async () => {
  const chunks = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(400));
    },
  });
  world.ledger.next = (request) => void request.resume();
  const response = await ask('/api/v2/things/count', { method: 'POST', body: chunks, duplex: 'half' } as RequestInit);
  expect(response.status).toBe(413);
});

it('a client that sends on after a refusal still gets to read it', async () => {
  const response = await fetch(`${gateway.url}/api/v2/things/count`, { method: 'POST', body: 'x'.repeat(3_000_000) });
  expect(response.status).toBe(401);
  expect(response.headers.get('connection')).toBe('close');
});

it('a client that waits for 100 is refused before it sends, or told to go on', async () => {
  const send = (headers: Record<string, string>) =>
    new Promise<{ status: number; continued: boolean }>((resolve, reject) => {
      let continued = false;
      const outgoing = httpRequest(`${gateway.url}/api/v2/things/count`, {
        method: 'POST',
        headers: { Expect: '100-continue', 'Content-Length': '4', ...headers },
      });
      outgoing.on('continue', () => {
        continued = true;
        outgoing.end('[1,]');
      });
      outgoing.on('response', (response: IncomingMessage) => {
        response.resume();
        outgoing.destroy();
        resolve({ status: response.statusCode!, continued });
      });
      outgoing.on('error', reject);
      outgoing.flushHeaders();
    });
  expect(await send({})).toEqual({ status: 401, continued: false });
  expect(await send(rw)).toEqual({ status: 200, continued: true });
});

it('credential, then scope, by the real method, before anything reaches a service', async () => {
  const unauthorized = await fetch(`${gateway.url}/api/v2/things/1`);
  expect(unauthorized.headers.get('www-authenticate')).toBe(
    `Bearer realm="api", resource_metadata="${BASE}/.well-known/oauth-protected-resource"`,
  );
  const scope = await ask('/api/v2/things/count', {
    method: 'POST',
    headers: { Authorization: 'Bearer read', 'X-HTTP-Method-Override': 'GET' },
  });
  expect([unauthorized.status, scope.status, scope.headers.get('www-authenticate')]).toEqual([
    401,
    403,
    'Bearer error="insufficient_scope", scope="write"',
  ]);
  expect((await ask('/api/v2/things/1', { headers: { Authorization: 'Bearer read' } })).status).toBe(200);
  expect((await ask('/api/v2/things/1', { headers: { Authorization: 'Bearer none' } })).status).toBe(403);
  expect((await ask('/v2/oauth/clients', { method: 'POST' })).status).toBe(401);
  expect(
    (await ask('/v2/oauth/clients', { method: 'POST', headers: { Authorization: 'Bearer session' } })).status,
  ).toBe(200);
  expect((await ask('/api/v2/things/1?access_token=rw', { headers: { Authorization: '' } })).status).toBe(401);
});

it('a scope failure on a report path has the standard envelope', async () => {
  const response = await ask('/api/v2/reports/things', { headers: { Authorization: 'Bearer none' } });
  expect(await response.json()).toMatchObject({ error: { code: 'common.insufficient_scope' } });
});

it('resources answer under their prefix only [GEN-R01] [GEN-R02]', async () => {
  for (const path of ['/things/1', '/v2/things/1', '/public/v2/things/1', '/api/v1/things/1', '/api/things/1'])
    expect((await ask(path)).status).toBe(404);
  expect((await fetch(`${gateway.url}/public/v2/oauth/token`, { method: 'POST' })).status).toBe(200);
});

it('addresses that could be read in two ways lead nowhere', async () => {
  for (const path of [
    '//api/v2/things/1',
    '/api//v2/things/1',
    '/API/v2/things/1',
    '/api/v2/Things/1',
    '/api/v2/things/1%2F..%2F2',
    '/api/v2/things/%2e%2e/things/1',
    '/api/v2/x/../things/1',
    '/api/v2/%74hings/1',
    '/api/v2/things\\1',
  ])
    expect([
      path,
      (await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nConnection: close\r\n\r\n`)).slice(
        0,
        12,
      ),
    ]).toEqual([path, 'HTTP/1.1 404']);
  expect(world.ledger.got).toEqual([]);
});

it('what is private has no address here', async () => {
  for (const path of ['/metrics', '/health/details', '/debug', '/admin', '/testing/clock', '/testing/jobs/x/run'])
    expect((await ask(path)).status).toBe(404);
});

it('other origins may read public documents, and nothing else unless they are listed', async () => {
  const site = await world.startGateway({
    cors: { origins: new Set(['https://app.example', 'https://tool.example']), withCookies: 'https://app.example' },
  });
  const cross = async (path: string, origin: string, method = 'GET', more: Record<string, string> = {}) =>
    (await fetch(`${site.url}${path}`, { method, headers: { Origin: origin, ...rw, ...more } })).headers;
  const open = await cross('/.well-known/oauth-authorization-server', 'https://anyone.example');
  expect([open.get('access-control-allow-origin'), open.get('access-control-allow-credentials')]).toEqual(['*', null]);
  const listed = await cross('/api/v2/things/1', 'https://tool.example');
  expect([
    listed.get('access-control-allow-origin'),
    listed.get('access-control-allow-credentials'),
    listed.get('vary'),
  ]).toEqual(['https://tool.example', null, 'Origin']);
  expect(listed.get('access-control-expose-headers')).toContain('RateLimit-Remaining');
  for (const path of ['/nothing', '/api/v2/a//b', `/api/v2/things/1?a=${'x'.repeat(9_000)}`]) {
    const refused = await cross(path, 'https://tool.example');
    expect([refused.get('access-control-allow-origin'), refused.get('vary')], path).toEqual([
      'https://tool.example',
      'Origin, Accept-Language',
    ]);
  }
  const app = await cross('/api/v2/things/1', 'https://app.example');
  expect(app.get('access-control-allow-credentials')).toBe('true');
  for (const origin of ['https://evil.example', 'null', 'https://app.example.evil'])
    expect((await cross('/api/v2/things/1', origin)).get('access-control-allow-origin')).toBeNull();
  const preflight = (origin: string) =>
    fetch(`${site.url}/api/v2/things/count`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
  const allowed = await preflight('https://tool.example');
  expect([allowed.status, allowed.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  expect(allowed.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  const refused = await preflight('https://evil.example');
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  await site.close();
});

async function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => {
        answer += chunk;
      })
      .on('end', () => resolve(answer))
      .on('error', reject);
  });
}

it('what a client asked is noted with the code it was refused with; what a session asked is not [REG-R30]', async () => {
  const rows: RequestRow[] = [];
  const requestLog = createRequestLog({
    auth: { RecordRequests: async ({ requests }) => void rows.push(...requests) },
    clock: world.clock,
    logger: { info: () => undefined },
    everyMillis: 1,
  });
  const authenticate: typeof guard.authenticate = async (authorization, accept) => {
    const principal = await guard.authenticate(authorization, accept);
    return principal.kind === 'session' ? principal : { ...principal, clientId: 'app_1' };
  };
  const logging = await world.startGateway({ guard: { ...guard, authenticate }, requestLog });
  const from = (token: string, path: string) =>
    fetch(`${logging.url}${path}`, { headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': path.slice(-1) } });
  expect((await from('session', '/api/v2/things/1')).status).toBe(200);
  expect((await from('rw', '/api/v2/things/2')).status).toBe(200);
  world.ledger.next = (_request, response) =>
    void response.writeHead(409, { Link: '<https://books.example/docs/errors/things.locked>; rel="help"' }).end('{}');
  expect((await from('rw', '/api/v2/things/3')).status).toBe(409);
  expect((await from('none', '/api/v2/things/4')).status).toBe(403);
  expect((await from('stranger', '/api/v2/things/5')).status).toBe(401);
  await until(() => rows.length === 3, 'the requests are noted');
  await requestLog.close();
  await logging.close();
  expect(rows.map(({ clientId, requestId, status, code }) => [clientId, requestId, status, code])).toEqual([
    ['app_1', '2', 200, undefined],
    ['app_1', '3', 409, 'things.locked'],
    ['app_1', '4', 403, 'common.insufficient_scope'],
  ]);
});
