import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBody } from '../src/request.ts';
import { takeAnything } from './body-world.ts';

let arrived: (request: IncomingMessage) => Promise<void> = async () => undefined;
const server = createServer(async (request, response) => {
  await arrived(request);
  response.end();
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

/** Sends a body, and gives what was read of it and the pieces it came in, as they are after that. */
async function send(body: Buffer): Promise<{ readonly read: Buffer; readonly pieces: readonly Buffer[] }> {
  const pieces: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  arrived = async (request) => {
    request.on('data', (piece: Buffer) => pieces.push(piece));
    await readBody(request, takeAnything).then(resolve, reject);
  };
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.resume().write(body);
  const read = await promise;
  await once(socket, 'close');
  return { read, pieces };
}

it('the memory of the pieces of a body is given back once it is one', async () => {
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251));
  const { read, pieces } = await send(body);
  expect(read.equals(body)).toBe(true);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.map(({ byteLength }) => byteLength)).toEqual(pieces.map(() => 0));
});

it('a body that came in one piece is that piece', async () => {
  const body = Buffer.from('{"text":"a"}');
  const { read, pieces } = await send(body);
  expect([read.toString(), pieces.length, pieces[0]!.length]).toEqual([body.toString(), 1, body.length]);
});

it('pieces that lie in memory of others stay as they are', async () => {
  const all = Buffer.from('of which this is the middle');
  const pieces = [all.subarray(0, 9), all.subarray(9, 20), all.subarray(20)];
  const request = Object.assign(Readable.from(pieces, { objectMode: false }), {
    ...{ headers: { 'content-length': String(all.length) }, complete: false },
  });
  request.once('end', () => {
    request.complete = true;
  });
  const read = await readBody(request as unknown as IncomingMessage, takeAnything);
  expect(read.toString()).toBe('of which this is the middle');
  expect(all.toString()).toBe('of which this is the middle');
});
