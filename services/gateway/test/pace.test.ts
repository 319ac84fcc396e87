import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type FixtureGateway, startWorld, until, type World } from './fixture.ts';
import { end, listen } from './fixture-service.ts';

/** As in service, in a thirtieth of the time. */
const pace = { spanMillis: 400, bytesPerSecond: 1_000, checkMillis: 50 };
const ANSWER_BYTES = 24 * 1024 * 1024;

let world: World;
let service: Server;
let origin: URL;
let gateway: FixtureGateway;
const uploads: { readonly url: string; readonly bytes: number }[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await startWorld();
  const chunk = Buffer.alloc(64 * 1024, 'x');
  service = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (data: Buffer) => {
      bytes += data.length;
    });
    request.on('end', () => {
      uploads.push({ url: request.url!, bytes });
      if (request.url!.endsWith('/late')) return void setTimeout(() => response.end('{}'), 3 * pace.spanMillis);
      if (!request.url!.endsWith('/large')) return void response.end('{}');
      let left = ANSWER_BYTES / chunk.length;
      const write = (): void => {
        while (left-- > 0) if (!response.write(chunk)) return void response.once('drain', write);
        response.end();
      };
      write();
    });
  });
  origin = new URL(`http://127.0.0.1:${await listen(service)}`);
  gateway = await world.startGateway({ ledger: origin, pace, scale: 10 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await world?.close();
  if (service) await end(service);
});

async function open(head: string, token = 'rw'): Promise<Socket> {
  const socket = connect(gateway.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`);
  return socket;
}
const startUpload = async (bytes: number, path = '/api/v2/things/upload'): Promise<Socket> => {
  const socket = await open(`POST ${path}`);
  socket.write(`Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`);
  return socket;
};

it.each([
  ['small enough to be read whole', 10_000],
  ['streamed', 200_000],
])('an upload below 1 kB/s is cut, %s [PPL-R12]', async (_what, bytes) => {
  const socket = await startUpload(bytes, bytes > 100_000 ? undefined : '/api/v2/things/upload');
  const dribble = setInterval(() => socket.write('xx'), 20);
  await until(() => socket.destroyed || socket.readableEnded, 'the slow upload is cut');
  clearInterval(dribble);
  expect(uploads.some((upload) => upload.bytes === bytes)).toBe(false);
});

it('an upload at a sufficient pace is not, however long it takes [PPL-R12]', async () => {
  const socket = await startUpload(30_000);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  for (let sent = 0; sent < 30_000; sent += 1_000) {
    socket.write('x'.repeat(1_000));
    await pause(50);
  }
  await until(() => answer !== '', 'the upload is answered');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

it('a client that waits for a slow service is not blamed for it', async () => {
  const answer = await fetch(`${gateway.url}/api/v2/things/late`, { headers: { authorization: 'Bearer rw' } });
  expect([answer.status, await answer.text()]).toEqual([200, '{}']);
});

it('a client that does not read its answer is cut, and one that reads is not [PPL-R12]', async () => {
  const socket = await open('GET /api/v2/things/large');
  socket.write('\r\n');
  await once(socket, 'readable');
  // Nothing is read from here on: the windows fill, then nothing moves.
  const answer = await fetch(`${gateway.url}/api/v2/things/large`, { headers: { authorization: 'Bearer rw' } });
  let read = 0;
  for await (const chunk of answer.body!) {
    read += chunk.length;
    if (read % (1024 * 1024) < chunk.length) await pause(60);
  }
  expect(read).toBe(ANSWER_BYTES);
  await until(
    () => connectionsOf(gateway.server).then((count) => count <= 1),
    'the connection of the idle reader is gone',
  );
});

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

it("150 slow uploads hold up nobody's large request, and are gone soon [PPL-R12]", async () => {
  const slow = await Promise.all(Array.from({ length: 150 }, () => startUpload(1_000_000)));
  const dribble = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write('x');
  }, 20);
  const body = JSON.stringify('x'.repeat(300_000));
  const large = await fetch(`${gateway.url}/api/v2/things/upload`, {
    method: 'POST',
    headers: { authorization: 'Bearer rw', 'content-type': 'application/json' },
    body,
  });
  expect(large.status).toBe(200);
  await until(() => slow.every((socket) => socket.destroyed || socket.readableEnded), 'all slow uploads are cut');
  clearInterval(dribble);
});
