import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashRequest } from '../src/index.ts';
import { type BodyWorld, echoForm, echoJson, startBodyWorld, takeAnything } from './body-world.ts';
import { BOUNDARY, digest, FORM, formBody, framed, jsonBody, MEGABYTE, multipartBody, sendBody } from './send-body.ts';

let world: BodyWorld;
beforeAll(async () => {
  world = await startBodyWorld();
});
afterAll(() => world.close());

/**
 * Every power of two, the borders of Node's buffers closely, and the sizes between them where one buffer has become
 * two.
 */
const sizes: readonly number[] = [
  ...new Set([
    ...Array.from({ length: 21 }, (_, power) => 2 ** power),
    ...[16, 32, 64, 128, 192, 256].flatMap((kilo) => [-200, -2, -1, 0, 1, 2, 200].map((more) => kilo * 1024 + more)),
    ...Array.from({ length: 20 }, (_, n) => 64_000 + n * 4_001),
    ...[3, 10, 11, 12, 1_000, 100_000, 300_000, 500_000, 999_999, MEGABYTE - 1],
  ]),
].sort((a, b) => a - b);

/** For the other media types, which are read by the same lines: one of three. */
const someSizes = sizes.filter((_, n) => n % 3 === 0);

const ways = [
  { pieces: 1, chunked: false },
  { pieces: 3, chunked: false },
  { pieces: 7, chunked: true },
  { pieces: 1, chunked: true },
] as const;

const postJson = (body: Buffer, id: string, how: (typeof ways)[number], key: { readonly key?: string } = {}) =>
  sendBody({ port: world.port, path: echoJson.path, type: 'application/json', body, id, ...how, ...key });

let next = 0;

/** The sizes in every way with every temper of the token, sixteen at once. */
async function everySize(
  these: readonly number[],
  check: (size: number, how: (typeof ways)[number], id: string) => Promise<void>,
): Promise<void> {
  const all = these.flatMap((size) =>
    ways.flatMap((how) => (['warm', 'cold'] as const).map((temper) => ({ size, how, temper }))),
  );
  const work = async (): Promise<void> => {
    for (let one = all.pop(); one; one = all.pop()) await check(one.size, one.how, `${one.temper}-${++next}`);
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

it('JSON of every size arrives whole, in one piece and in several, with warm and cold tokens, with and without a key', async () => {
  await everySize(sizes, async (size, how, id) => {
    const { body, text } = jsonBody(size);
    const key = size % 2 === 0 ? { key: id } : {};
    const { status, body: answer } = await postJson(body, id, how, key);
    const what = `${size} bytes, ${JSON.stringify(how)}, ${id}: ${answer.slice(0, 200)}`;
    // One byte is no object.
    if (size === 1) expect(status, what).toBe(400);
    else expect([status, JSON.parse(answer)], what).toEqual([200, { length: text.length, hash: digest(text) }]);
  });
});

it('a form of every size arrives whole', async () => {
  await everySize(someSizes, async (size, how, id) => {
    const { body, text } = formBody(size);
    const { status, body: answer } = await sendBody({
      port: world.port,
      path: echoForm.path,
      type: FORM,
      body,
      id,
      ...how,
    });
    expect([status, JSON.parse(answer)], `${size} bytes, ${JSON.stringify(how)}, ${id}`).toEqual([
      200,
      { length: text.length, hash: digest(text) },
    ]);
  });
});

it('a multipart body of every size arrives whole: what its key is compared with says so', async () => {
  await everySize(someSizes, async (size, how, id) => {
    const { body } = multipartBody(size);
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const { status } = await sendBody({ port: world.port, path: takeAnything.path, type, body, id, ...how, key: id });
    const claim = world.store.claims.find(({ key }) => key === id);
    expect([status, claim?.requestHash], `${size} bytes, ${JSON.stringify(how)}, ${id}`).toEqual([
      200,
      hashRequest(takeAnything.path, body, type),
    ]);
  });
});

/** Sends a head and a part of its body, then goes. */
async function breakOff(id: string, framing: string, part: Buffer): Promise<void> {
  const socket = connect(world.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  const head = `POST ${echoJson.path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\nIdempotency-Key: ${id}\r\n${framing}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(Buffer.concat([Buffer.from(head), part]), () => resolve()));
  await pause(5);
  socket.resetAndDestroy();
}

it('a body that breaks off is never carried out, though what came of it would make sense by itself', async () => {
  const [before, faults] = [world.handled(), world.logged.length];
  for (const temper of ['warm', 'cold']) {
    for (const size of [2, 70_000, 200_000]) {
      const { body } = jsonBody(size);
      await breakOff(`${temper}-${++next}`, `Content-Length: ${size + 1}`, body);
      await breakOff(`${temper}-${++next}`, 'Transfer-Encoding: chunked', framed(body));
    }
  }
  await expect.poll(() => world.underWay()).toBe(0);
  expect(world.handled()).toBe(before);
  expect(world.logged.length, JSON.stringify(world.logged.slice(faults))).toBe(faults);
});

it('a client that stops sending in the middle and waits for the answer is informed', async () => {
  const socket = connect({ port: world.port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  const head = `POST ${echoJson.path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: warm-${++next}\r\nContent-Type: application/json\r\n`;
  socket.end(`${head}Content-Length: 100\r\n\r\n{"text":"a"}`);
  await once(socket, 'close');
  expect(answer).toMatch(/^(HTTP\/1\.1 400 |$)/);
});

it('a body of unknown length that grows too long is refused while it comes, and so is one that says its length', async () => {
  const before = world.handled();
  for (const temper of ['warm', 'cold']) {
    for (const how of ways) {
      const { body } = jsonBody(2 * MEGABYTE + 1);
      const id = `${temper}-${++next}`;
      const { status } = await postJson(body, id, how);
      expect(status, `${JSON.stringify(how)}, ${id}`).toBe(413);
    }
  }
  expect(world.handled()).toBe(before);
});

/** Sends a body but its last byte, and gives what ends it. */
async function hold(id: string, bytes: number) {
  const { body } = jsonBody(bytes);
  const socket = connect(world.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => undefined);
  const head = `POST ${echoJson.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${id}\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
  socket.write(body.subarray(0, -1));
  return {
    answer: () => answer,
    finish: async () => {
      socket.write(body.subarray(-1));
      await expect.poll(() => answer).not.toBe('');
      return Number(answer.slice(9, 12));
    },
  };
}

it('what a process holds of large bodies is bounded, in all and for each caller, and is free again after the answer', async () => {
  const size = 1.9 * MEGABYTE;
  const statusOf = async (id: string) => (await hold(id, size)).finish();
  const held = async () => Math.round(world.heldBytes() / (0.9 * MEGABYTE));
  const [first, second] = [await hold(`a-${++next}`, size), await hold(`a-${++next}`, size)];
  await expect.poll(held).toBe(2);
  // Nine tenths of a megabyte more are more than a caller's share, and no more than there is for another.
  const refused = await hold(`a-${++next}`, size);
  await expect.poll(refused.answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: /i);
  const third = await hold(`b-${++next}`, size);
  await expect.poll(held).toBe(3);
  expect(await statusOf(`c-${++next}`)).toBe(503);
  // A body like most is taken whatever the others send.
  expect((await sendJson(900_000)).status).toBe(200);
  for (const one of [first, second, third]) expect(await one.finish()).toBe(200);
  await expect.poll(() => world.heldBytes()).toBe(0);
  expect(await statusOf(`c-${++next}`)).toBe(200);
});

const sendJson = (bytes: number) => {
  const { body } = jsonBody(bytes);
  return postJson(body, `d-${++next}`, { pieces: 3, chunked: false });
};
