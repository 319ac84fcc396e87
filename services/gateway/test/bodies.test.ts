import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { hashRequest } from '@app/contract';
import {
  type BodyWorld,
  createColdness,
  echoForm,
  echoJson,
  startBodyWorld,
  takeAnything,
} from '@app/contract/test/bodies';
import {
  answerOf,
  BOUNDARY,
  cut,
  digest,
  FORM,
  formBody,
  framed,
  jsonBody,
  MEGABYTE,
  multipartBody,
  type Sending,
  sendBody,
  textOf,
} from '@app/contract/test/send-body';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureGateway, startWorld, type World } from './fixture.ts';
import { guard } from './fixture-service.ts';
import { startTools, type ToolWorld, toolCall } from './mcp-fixture.ts';

const coldness = createColdness();
const coldGuard = {
  ...guard,
  authenticate: async (...given: Parameters<typeof guard.authenticate>) => {
    await coldness.wait();
    return guard.authenticate(...given);
  },
};

let world: World;
let service: BodyWorld;
let gateway: FixtureGateway;
let tools: ToolWorld;

beforeAll(async () => {
  [world, service] = await Promise.all([startWorld(), startBodyWorld()]);
  const ledger = new URL(`http://127.0.0.1:${service.port}`);
  gateway = await world.startGateway({
    routed: [echoJson, echoForm, takeAnything],
    guard: coldGuard,
    ledger,
    scale: 0,
  });
  tools = await startTools(world, { guard: coldGuard });
  for (const { server } of [gateway, tools.gateway])
    server.prependListener('request', (request) => coldness.watch(request));
});
afterAll(async () => {
  await tools?.close();
  await world?.close();
  await service?.close();
});

/** Around every border at which a body takes another way: one buffer, read whole or streamed, held back. */
const sizes: readonly number[] = [
  1,
  2,
  100,
  16_000,
  16_384,
  16_500,
  65_000,
  65_535,
  65_536,
  65_537,
  65_800,
  80_000,
  100_000,
  120_000,
  131_000,
  131_072,
  131_073,
  140_000,
  200_000,
  500_000,
  MEGABYTE,
  MEGABYTE + 1,
];
const ways = [
  { pieces: 1, chunked: false },
  { pieces: 4, chunked: false },
  { pieces: 5, chunked: true },
] as const;

/** A busy machine may take its time. */
const PATIENCE = 300_000;

let next = 0;

/**
 * Every size in every way, with tokens that are cold at the gateway and at the service, and with warm ones; twelve at
 * once.
 */
async function everySize(
  check: (size: number, how: Pick<Sending, 'pieces' | 'chunked' | 'id'>) => Promise<void>,
): Promise<void> {
  const all = sizes.flatMap((size) => ways.flatMap((how) => ['warm', 'cold'].map((temper) => ({ size, how, temper }))));
  const work = async (): Promise<void> => {
    for (let one = all.pop(); one; one = all.pop())
      await check(one.size, { ...one.how, id: `${one.temper}-${++next}` });
  };
  await Promise.all(Array.from({ length: 12 }, work));
}

it(
  'JSON and forms of every size pass whole, in one piece and in several, with warm and cold tokens, with and without a key',
  async () => {
    await everySize(async (size, how) => {
      for (const [endpoint, type, { body, text }] of [
        [echoJson, 'application/json', jsonBody(size)],
        [echoForm, FORM, formBody(size)],
      ] as const) {
        const key = size % 2 === 0 ? { key: how.id } : {};
        const answer = await sendBody({ port: gateway.port, path: endpoint.path, type, body, ...how, ...key });
        const what = `${size} bytes of ${type}, ${JSON.stringify(how)}: ${answer.body.slice(0, 200)}`;
        // One byte of JSON is no object.
        if (size === 1 && endpoint === echoJson) expect(answer.status, what).toBe(400);
        else
          expect([answer.status, JSON.parse(answer.body)], what).toEqual([
            200,
            { length: text.length, hash: digest(text) },
          ]);
      }
    });
  },
  PATIENCE,
);

it(
  'a multipart body of every size passes whole',
  async () => {
    await everySize(async (size, how) => {
      const { body } = multipartBody(size);
      const type = `multipart/form-data; boundary=${BOUNDARY}`;
      const { status } = await sendBody({
        port: gateway.port,
        path: takeAnything.path,
        type,
        body,
        ...how,
        key: how.id,
      });
      const claim = service.store.claims.find(({ key, path }) => key === how.id && path === takeAnything.path);
      const what = `${size} bytes, ${JSON.stringify(how)}`;
      expect([status, claim?.requestHash], what).toEqual([200, hashRequest(takeAnything.path, body, type)]);
    });
  },
  PATIENCE,
);

it(
  'the arguments of a tool of every size arrive whole',
  async () => {
    await everySize(async (size, how) => {
      const amount = textOf(size);
      const body = Buffer.from(JSON.stringify(toolCall('create_thing', { amount })));
      const answer = await sendBody({ port: tools.gateway.port, path: '/mcp', type: 'application/json', body, ...how });
      const { result } = JSON.parse(answer.body) as { result?: { structuredContent: { amount: string } } };
      const came = size > 1_000 ? digest(amount) : amount;
      expect(
        [answer.status, result?.structuredContent.amount === came],
        `${size} bytes, ${JSON.stringify(how)}`,
      ).toEqual([200, true]);
    });
  },
  PATIENCE,
);

it(
  'who finds the room for bodies taken by slow ones is passed on all the same, and so are the slow ones',
  async () => {
    const { body, text } = jsonBody(MEGABYTE);
    const [half, rest] = cut(body, 2);
    const slow = Array.from({ length: 36 }, () => {
      const socket = connect(gateway.port, '127.0.0.1');
      const head = `POST ${echoJson.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nX-Request-Id: warm-${++next}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), half!]));
      return { socket, answer: answerOf(socket) };
    });
    const countConnections = () =>
      new Promise((resolve) => gateway.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(countConnections).toBe(36);
    const quick = jsonBody(200_000);
    const sending = { port: gateway.port, path: echoJson.path, type: 'application/json', body: quick.body };
    const answer = await sendBody({ ...sending, id: `warm-${++next}`, pieces: 1, chunked: false });
    expect([answer.status, JSON.parse(answer.body).hash]).toEqual([200, digest(quick.text)]);
    for (const { socket } of slow) socket.write(rest!);
    for (const { answer: late } of slow) {
      const { status, body: said } = await late;
      expect([status, JSON.parse(said).hash]).toEqual([200, digest(text)]);
    }
  },
  PATIENCE,
);

it('an upload that breaks off is never carried out, whichever way it takes', async () => {
  const before = service.handled();
  const sockets = ['warm', 'cold'].flatMap((temper) =>
    [2, 60_000, 70_000, 200_000].flatMap((size) => {
      const { body } = jsonBody(size);
      return [
        { id: `${temper}-${++next}`, framing: `Content-Length: ${size + 1}`, part: body },
        { id: `${temper}-${++next}`, framing: 'Transfer-Encoding: chunked', part: framed(body) },
      ];
    }),
  );
  await Promise.all(
    sockets.map(async ({ id, framing, part }) => {
      const socket = connect(gateway.port, '127.0.0.1');
      socket.on('error', () => undefined);
      const head = `POST ${echoJson.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;
      await once(socket, 'connect');
      await new Promise<void>((resolve) => socket.write(Buffer.concat([Buffer.from(head), part]), () => resolve()));
      // As much as may pass has passed.
      await pause(50);
      socket.destroy();
      await once(socket, 'close');
    }),
  );
  await expect
    .poll(() => new Promise((resolve) => gateway.server.getConnections((_error, count) => resolve(count))), {
      timeout: 60_000,
    })
    .toBe(0);
  await expect.poll(() => service.underWay()).toBe(0);
  expect(service.handled()).toBe(before);
});
