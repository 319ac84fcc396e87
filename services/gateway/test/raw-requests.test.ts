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

/** Sends bytes as they are and reads until the server closes: the statuses and everything that came. */
function exchange(
  ...pieces: readonly string[]
): Promise<{ readonly statuses: readonly number[]; readonly text: string }> {
  return new Promise((resolve) => {
    const socket = connect(gateway.port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece, 'latin1');
    });
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    // A server that closes while more is sent resets the connection; what it answered before counts.
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve({ statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text }),
    );
  });
}

const AUTHORIZED = 'Host: x\r\nAuthorization: Bearer rw\r\n';
const hidden = 'GET /api/v2/things/smuggled HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\n\r\n';
const sawSmuggled = (): boolean => world.ledger.got.some(({ url }) => url.includes('smuggled'));

it.each([
  ['both lengths', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['both lengths, the other way round', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths that differ', `Content-Length: 2\r\nContent-Length: 40\r\n\r\n[]${hidden}`],
  ['one length twice', `Content-Length: 2\r\nContent-Length: 2\r\n\r\n[]${hidden}`],
  ['a list of lengths', `Content-Length: 2, 2\r\n\r\n[]${hidden}`],
  ['a length with a sign', `Content-Length: +2\r\n\r\n[]${hidden}`],
  ['a negative length', `Content-Length: -1\r\n\r\n${hidden}`],
  ['a length that is no decimal', `Content-Length: 0x2\r\n\r\n[]${hidden}`],
  ['an encoding that hides another', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
  ['an encoding that is none', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['two encodings', `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`],
  ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a folded header', `Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a header folded in the middle', `X-A: a\r\n b: c\r\nContent-Length: 2\r\n\r\n[]${hidden}`],
  ['a bare line feed', `X-A: a\nContent-Length: 2\r\n\r\n[]${hidden}`],
  ['a bare carriage return', `X-A: a\rContent-Length: 2\r\n\r\n${hidden}`],
  ['NUL in a header', `X-A: a\0b\r\nContent-Length: 2\r\n\r\n[]${hidden}`],
  ['a chunk size that is none', `Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n${hidden}`],
  ['a chunk size beyond numbers', `Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n[]\r\n0\r\n\r\n${hidden}`],
  ['a chunk that is longer than it says', `Transfer-Encoding: chunked\r\n\r\n1\r\n[]\r\n0\r\n\r\n${hidden}`],
])('%s: refused once, and what stands behind it is no request', async (_, rest) => {
  const { statuses, text } = await exchange(`POST /api/v2/things/count HTTP/1.1\r\n${AUTHORIZED}${rest}`);
  expect(statuses).toEqual([400]);
  expect(text).toMatch(/connection: close/i);
  expect(text).toContain('"code":"common.validation_error"');
  expect(sawSmuggled()).toBe(false);
});

it('a request in the body of a refused one is never answered', async () => {
  const { statuses } = await exchange(
    `POST /api/v2/things/count HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n`,
    hidden,
  );
  expect(statuses).toEqual([401]);
  expect(sawSmuggled()).toBe(false);
});

it('requests sent without waiting are answered in their order', async () => {
  const of = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${AUTHORIZED}${more}\r\n`;
  const { statuses } = await exchange(
    [
      of('/api/v2/things/1'),
      of('/nothing'),
      of('/api/v2/things/2'),
      of('/api/v2/leaving/', 'Connection: close\r\n'),
    ].join(''),
  );
  expect(statuses).toEqual([200, 404, 200, 200]);
});

it.each([
  ['an absolute target', 'GET http://x/api/v2/things/1 HTTP/1.1', 404],
  ['an absolute target elsewhere', 'GET http://127.0.0.1:1/api/v2/things/1 HTTP/1.1', 404],
  ['an encoded slash', 'GET /api/v2%2fthings/1 HTTP/1.1', 404],
  ['an encoded dot', 'GET /api/v2/x/%2e%2e/things/1 HTTP/1.1', 404],
  ['a path that goes up', 'GET /api/v2/../v2/things/1 HTTP/1.1', 404],
  ['a method that nobody knows', 'TRACE /api/v2/things/1 HTTP/1.1', 405],
  ['a method in small letters', 'get /api/v2/things/1 HTTP/1.1', 400],
  ['no version', 'GET /api/v2/things/1', 400],
])('%s leads nowhere', async (_, line, status) => {
  const before = world.ledger.got.length;
  const { statuses } = await exchange(`${line}\r\n${AUTHORIZED}Connection: close\r\n\r\n`);
  expect(statuses).toEqual([status]);
  expect(world.ledger.got).toHaveLength(before);
});

it('two hosts, or none, are refused', async () => {
  for (const hosts of ['Host: x\r\nHost: y\r\n', ''])
    expect(
      (await exchange(`GET /api/v2/things/1 HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)).statuses,
      hosts,
    ).toEqual([400]);
});

it('a body in a transfer coding that nobody here unpacks is refused, and no service sees it', async () => {
  const before = world.ledger.got.length;
  for (const coding of ['gzip, chunked', 'x, chunked'])
    expect(
      (
        await exchange(
          `POST /api/v2/things/count HTTP/1.1\r\n${AUTHORIZED}Connection: close\r\nTransfer-Encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
        )
      ).statuses,
      coding,
    ).toEqual([400]);
  expect(world.ledger.got).toHaveLength(before);
});

it('headers that name another method or address change neither', async () => {
  const before = world.ledger.got.length;
  const { statuses } = await exchange(
    `GET /api/v2/things/1 HTTP/1.1\r\n${AUTHORIZED}X-HTTP-Method-Override: DELETE\r\nX-Method-Override: POST\r\nX-Original-URL: /api/v2/leaving\r\nX-Rewrite-URL: /x\r\nConnection: close\r\n\r\n`,
  );
  expect(statuses).toEqual([200]);
  expect(world.ledger.got.slice(before)).toEqual([{ method: 'GET', url: '/api/v2/things/1' }]);
});
