import { randomBytes } from 'node:crypto';
import { connect, type KV, type NatsConnection } from 'nats';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { openValues } from '../src/values.ts';
import { logger } from './world.ts';

let nats: NatsConnection;
let bucket: KV;
let closing: AbortController;
/** How often each watcher was told to stop, by us or by itself when it ends, in the order in which they were opened. */
let stops: number[];
let watchers: { stop(): void }[];

beforeEach(async () => {
  nats = await connect({ servers: inject('natsUrl') });
  bucket = await nats.jetstream().views.kv(`v${randomBytes(5).toString('hex')}`);
  closing = new AbortController();
  [stops, watchers] = [[], []];
  const watch = bucket.watch.bind(bucket);
  vi.spyOn(bucket, 'watch').mockImplementation(async (options) => {
    const watching = await watch(options);
    const [at, stop] = [stops.push(0) - 1, watching.stop.bind(watching)];
    watchers.push({ stop });
    return Object.assign(watching, {
      stop: () => {
        stops[at]! += 1;
        stop();
      },
    });
  });
});
afterEach(async () => {
  closing.abort();
  await bucket.destroy();
  await nats.close();
});

const open = async (): Promise<KV> => bucket;

/** Ends the newest watcher, as a broker does that is away; resolves when the next one is there. */
async function loseWatcher(): Promise<void> {
  const count = watchers.length;
  watchers.at(-1)!.stop();
  await expect.poll(() => watchers.length).toBe(count + 1);
}

it('whoever stops watching stops the watcher of that moment alone, however many were lost before', async () => {
  const heard: (string | undefined)[] = [];
  const values = await openValues(open, { logger, closing: closing.signal });
  const stop = await values.watch('offset', (value) => heard.push(value));
  await loseWatcher();
  await loseWatcher();
  await values.put('offset', '5');
  await expect.poll(() => heard.at(-1)).toBe('5');
  const before = [...stops];
  stop();
  expect(stops.map((count, at) => count - before[at]!)).toEqual([0, 0, 1]);
});

it('whoever stops watching while the value is being watched again leaves no watcher behind', async () => {
  const opened = Promise.withResolvers<void>();
  const opening = vi.fn(async () => {
    if (opening.mock.calls.length > 1) await opened.promise;
    return bucket;
  });
  const values = await openValues(opening, { logger, closing: closing.signal });
  const stop = await values.watch('offset', () => undefined);
  watchers[0]!.stop();
  await expect.poll(() => opening.mock.calls.length).toBe(2);
  stop();
  opened.resolve();
  await expect.poll(() => stops[1]).toBeGreaterThan(0);
});

it('nothing is watched any more once the connection is being closed', async () => {
  const values = await openValues(open, { logger, closing: closing.signal });
  await values.watch('offset', () => undefined);
  closing.abort();
  expect(stops[0]).toBeGreaterThan(0);
  await values.watch('offset', () => undefined);
  await expect.poll(() => stops[1]).toBeGreaterThan(0);
});
