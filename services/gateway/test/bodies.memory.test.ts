import { createServer } from 'node:http';
import { countAskedCollections } from '@app/contract/test/asked-collections';
import { takeAnything } from '@app/contract/test/bodies';
import { MEGABYTE, sendBody, textOf } from '@app/contract/test/send-body';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureGateway, startWorld, type World } from './fixture.ts';
import { answerGreetings, end, listen } from './fixture-service.ts';

/** Reads bodies and keeps no count of them: whatever is noted is the gateway's. */
const service = createServer((request, response) =>
  answerGreetings(request, response, () => {
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  }),
);

let world: World;
let gateway: FixtureGateway;

beforeAll(async () => {
  world = await startWorld();
  const ledger = new URL(`http://127.0.0.1:${await listen(service)}`);
  gateway = await world.startGateway({ routed: [takeAnything], ledger, scale: 0 });
});
afterAll(async () => {
  await world?.close();
  await end(service);
});

it('the memory of bodies that were passed on is noted, whichever way they take', async () => {
  for (const [bytes, times] of [
    [200_000, 90],
    [1.5 * MEGABYTE, 12],
  ] as const) {
    using collections = countAskedCollections();
    const body = Buffer.from(textOf(bytes));
    for (let n = 0; n < times; n++) {
      const sending = { port: gateway.port, path: takeAnything.path, type: 'application/pdf', body };
      const { status } = await sendBody({ ...sending, id: `warm-memory-${bytes}-${n}`, pieces: 1, chunked: false });
      expect(status).toBe(200);
    }
    // Once after each 8 MiB, of which some may have been noted before.
    await expect.poll(() => collections.count()).toBeGreaterThanOrEqual(2);
  }
});
