import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { PaceTimer } from '../src/pace.ts';
import { type FixtureGateway, startWorld, until, type World } from './fixture.ts';
import { end, listen } from './fixture-service.ts';

const ANSWER_BYTES = 24 * 1024 * 1024;

let world: World;
let service: Server;
let gateway: FixtureGateway;
const uploads: { readonly url: string; readonly bytes: number }[] = [];
/** Who asks for `/late`: it is answered by the test. */
const late: ServerResponse[] = [];
const sockets: Socket[] = [];

/** The time of the gateway: it passes by the second, when a test says so, however busy the machine is. */
const looks = new Set<() => void>();
let millis = 0;
const timer: PaceTimer = {
  now: () => millis,
  every: (_millis, look) => {
    looks.add(look);
    return () => looks.delete(look);
  },
};
/** Lets a second pass, and what is on its way arrive. */
async function second(): Promise<void> {
  millis += 1_000;
  for (const look of looks) look();
  await pause(1);
}

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
      if (request.url!.endsWith('/late')) return void late.push(response);
      if (!request.url!.endsWith('/large')) return void response.end('{}');
      let left = ANSWER_BYTES / chunk.length;
      const write = (): void => {
        while (left-- > 0) if (!response.write(chunk)) return void response.once('drain', write);
        response.end();
      };
      write();
    });
  });
  const origin = new URL(`http://127.0.0.1:${await listen(service)}`);
  gateway = await world.startGateway({ ledger: origin, pace: { timer }, scale: 10 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await world?.close();
  if (service) await end(service);
});

async function open(head: string): Promise<Socket> {
  const socket = connect(gateway.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\n`);
  return socket;
}
const startUpload = async (bytes: number): Promise<Socket> => {
  const socket = await open('POST /api/v2/things/upload');
  socket.write(`Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`);
  return socket;
};

const isCut = (socket: Socket): boolean => socket.destroyed || socket.readableEnded;

it.each([
  ['small enough to be read whole', 10_000],
  ['streamed', 200_000],
])('an upload below 1 kB/s is cut after ten seconds, %s [PPL-R12]', async (_what, bytes) => {
  const socket = await startUpload(bytes);
  let seconds = 0;
  await until(async () => {
    socket.write('x'.repeat(200));
    await second();
    seconds += 1;
    return isCut(socket);
  }, 'the slow upload is cut');
  expect(seconds).toBeGreaterThanOrEqual(10);
  expect(uploads.some((upload) => upload.bytes === bytes)).toBe(false);
});

it('an upload at a sufficient pace is not, however long it takes [PPL-R12]', async () => {
  const accepted = once(gateway.server, 'connection') as Promise<[Socket]>;
  const socket = await startUpload(30_000);
  const [ours] = await accepted;
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  for (let sent = 0; sent < 30_000; sent += 1_200) {
    const read = ours.bytesRead;
    socket.write('x'.repeat(1_200));
    await until(() => ours.bytesRead >= read + 1_200, 'it has arrived');
    await second();
  }
  await until(() => answer !== '', 'the upload is answered');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

it('a client that waits for a slow service is not blamed for it', async () => {
  const asked = fetch(`${gateway.url}/api/v2/things/late`, { headers: { authorization: 'Bearer rw' } });
  await until(() => late.length > 0, 'the service was asked');
  for (let n = 0; n < 30; n++) await second();
  late[0]!.end('{}');
  const answer = await asked;
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
    if (read % (1024 * 1024) < chunk.length) await second();
  }
  expect(read).toBe(ANSWER_BYTES);
  await until(async () => {
    await second();
    return (await connectionsOf(gateway.server)) <= 1;
  }, 'the connection of the idle reader is gone');
});

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

it("150 slow uploads hold up nobody's large request, and are gone soon [PPL-R12]", async () => {
  const slow = await Promise.all(Array.from({ length: 150 }, () => startUpload(1_000_000)));
  const dribble = async (): Promise<void> => {
    for (const socket of slow) if (!socket.destroyed) socket.write('x');
    await second();
  };
  let status = 0;
  const large = fetch(`${gateway.url}/api/v2/things/upload`, {
    method: 'POST',
    headers: { authorization: 'Bearer rw', 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(300_000)),
  }).then((answer) => {
    status = answer.status;
  });
  await until(async () => {
    await dribble();
    return status > 0 && slow.every(isCut);
  }, 'the large request is answered, and all slow uploads are cut');
  await large;
  expect(status).toBe(200);
});
