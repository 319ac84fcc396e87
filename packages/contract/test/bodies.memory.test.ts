import { afterAll, beforeAll, expect, it } from 'vitest';
import { countAskedCollections } from './asked-collections.ts';
import { type BodyWorld, startBodyWorld, takeAnything } from './body-world.ts';
import { MEGABYTE, sendBody, textOf } from './send-body.ts';

let world: BodyWorld;
beforeAll(async () => {
  world = await startBodyWorld();
});
afterAll(() => world.close());

it('the memory of bodies that were read is noted, in one piece and in several, with warm and cold tokens', async () => {
  for (const [id, body, times] of [
    ['warm', Buffer.from(textOf(MEGABYTE)), 18],
    ['cold', Buffer.from(textOf(60_000)), 450],
  ] as const) {
    using collections = countAskedCollections();
    for (let n = 0; n < times; n++) {
      const sending = { port: world.port, path: takeAnything.path, type: 'application/pdf', body };
      const { status } = await sendBody({ ...sending, id: `${id}-memory-${n}`, pieces: 1, chunked: false });
      expect(status).toBe(200);
    }
    // Once after each 8 MiB, of which some may have been noted before.
    await expect.poll(() => collections.count()).toBeGreaterThanOrEqual(2);
  }
});
