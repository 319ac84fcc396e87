import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureGateway, startWorld, type World } from './fixture.ts';

let world: World;
let gateway: FixtureGateway;

beforeAll(async () => {
  world = await startWorld();
  gateway = await world.startGateway();
});
afterAll(() => world.close());

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { error: { code: string; request_id: string } & string; error_description?: string };
}

/** Sends bytes as they are and reads until the server closes. */
function exchange(text: string, at = gateway): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(at.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('end', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      resolve({ status: Number(first.split(' ')[1]), headers, body: body === '' ? {} : JSON.parse(body) });
    });
  });
}

const expectFailure = (answer: Answer, status: number, code: string) => {
  expect([answer.status, answer.body.error.code, answer.headers.connection]).toEqual([status, code, 'close']);
  expect(answer.body.error.request_id).toBe(answer.headers['x-request-id']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
};
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;

it('an address above 8 KB is 414, far above it too', async () => {
  expectFailure(await exchange(get(`/api/v2/things/1?a=${'x'.repeat(9_000)}`)), 414, 'common.payload_too_large');
  expectFailure(await exchange(get(`/api/v2/things/1?a=${'x'.repeat(40_000)}`)), 414, 'common.payload_too_large');
  expect((await exchange(get(`/api/v2/things/1?a=${'x'.repeat(8_100)}`))).status).toBe(401);
});

it('headers above 16 KB are 431, far above it too', async () => {
  expectFailure(
    await exchange(get('/api/v2/things/1', `X-A: ${'x'.repeat(17_000)}\r\n`)),
    431,
    'common.payload_too_large',
  );
  expectFailure(
    await exchange(get('/api/v2/things/1', `X-A: ${'x'.repeat(40_000)}\r\n`)),
    431,
    'common.payload_too_large',
  );
  expect((await exchange(get('/api/v2/things/1', `X-A: ${'x'.repeat(15_000)}\r\n`))).status).toBe(401);
});

it('an expectation that nobody meets is 417, before the body is read and with our headers', async () => {
  for (const expected of ['200-ok', '100-continue, more'])
    expectFailure(
      await exchange(
        `POST /api/v2/things/count HTTP/1.1\r\nHost: x\r\nExpect: ${expected}\r\nContent-Length: 2\r\n\r\n`,
      ),
      417,
      'common.validation_error',
    );
});

it('both at their limit still reach a service', async () => {
  const answer = await exchange(
    get(`/api/v2/things/1?a=${'x'.repeat(8_000)}`, `X-A: ${'x'.repeat(15_000)}\r\nAuthorization: Bearer rw\r\n`),
  );
  expect(answer.status).toBe(200);
});

it('what is no HTTP is 400 in our envelope', async () => {
  for (const text of [
    'nonsense\r\n\r\n',
    'GET /x HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /x HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n',
    'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ])
    expectFailure(await exchange(text), 400, 'common.validation_error');
});

it('under OAuth such faults are reported in the words of OAuth', async () => {
  const overflow = await exchange(get('/v2/oauth/authorize', `X-A: ${'x'.repeat(40_000)}\r\n`));
  expect([overflow.status, overflow.body]).toEqual([
    431,
    { error: 'invalid_request', error_description: expect.stringContaining('16384') },
  ]);
  const long = await exchange(get(`/v2/oauth/authorize?state=${'x'.repeat(9_000)}`));
  expect([long.status, long.body.error]).toEqual([414, 'invalid_request']);
});

it('a request that does not arrive in time is 408, headers and body', async () => {
  const hasty = await world.startGateway({
    limits: { headersTimeout: 150, requestTimeout: 300, keepAliveTimeout: 1_000, connectionsCheckingInterval: 50 },
  });
  expectFailure(await exchange('GET /api/v2/things/1 HTTP/1.1\r\nHost: x\r\n', hasty), 408, 'common.validation_error');
  await hasty.close();
  // The headers of this one have time to be read, however busy the machine is.
  const slow = await world.startGateway({
    limits: { headersTimeout: 3_000, requestTimeout: 3_000, keepAliveTimeout: 1_000, connectionsCheckingInterval: 50 },
  });
  const body = await exchange(
    'POST /api/v2/things/count HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nX-Request-Id: slow\r\nContent-Length: 10\r\n\r\n[',
    slow,
  );
  expectFailure(body, 408, 'common.validation_error');
  expect(body.headers['x-request-id']).toBe('slow');
  await slow.close();
});

it('an idle connection is closed without a word', async () => {
  const hasty = await world.startGateway({
    limits: { headersTimeout: 60_000, requestTimeout: 60_000, keepAliveTimeout: 100, connectionsCheckingInterval: 50 },
  });
  const socket = connect(hasty.port, '127.0.0.1');
  socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n');
  const text = await new Promise<string>((resolve) => {
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
  });
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(text).toMatch(/^HTTP\/1\.1 404/);
  await hasty.close();
});

it('a refusal keeps the connection usable for the next request', async () => {
  const text = `GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n${get('/api/v2/things/1', 'Authorization: Bearer rw\r\n')}`;
  const answers = await new Promise<string>((resolve) => {
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
    let all = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      all += chunk;
    });
    socket.on('end', () => resolve(all));
  });
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
});
