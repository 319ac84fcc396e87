import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, provisionDatabase } from '@app/db';
import { type EmbeddedNats, removeDataFolder, startNats, startPostgres } from '@app/embedded';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listParked } from '../src/index.ts';
import { createWorld, type World } from './world.ts';

/** Servers of this file's own, so that they can be stopped, wiped and started again. */
let folder: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'events-faults-'));
});

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  removeDataFolder(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
});

function restartable() {
  const dataDir = join(folder, 'nats');
  let server: EmbeddedNats | undefined;
  stops.push(async () => server?.stop());
  return {
    start: async (port?: number): Promise<EmbeddedNats> => {
      server = await startNats({ dataDir, fast: true, ...(port === undefined ? {} : { port }) });
      return server;
    },
    stop: async () => {
      await server?.stop();
      server = undefined;
    },
    wipe: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

const waiting = (world: World) => world.count(sql`outbox where published_at is null`);

it('a stopped broker delays events and loses none', async () => {
  const nats = restartable();
  const { url, port } = await nats.start();
  const world = await createWorld({ natsUrl: url });
  stops.push(() => world.close());
  world.relay.start();
  world.consume();
  await world.announce('before');
  await expect.poll(() => world.texts()).toEqual(['before']);
  // Who reads a message may be done with it before the relay has written down that it was sent.
  await expect.poll(() => waiting(world)).toBe(0);
  await nats.stop();
  await world.announce('meanwhile');
  await expect.poll(() => world.broker.isConnected()).toBe(false);
  expect(await waiting(world)).toBe(1);
  await nats.start(port);
  await expect.poll(() => world.texts()).toEqual(['before', 'meanwhile']);
  await expect.poll(() => waiting(world)).toBe(0);
});

it('a broker that comes back empty is filled from the outbox, and a second consumer starts from the beginning', async () => {
  const nats = restartable();
  const { url, port } = await nats.start();
  const world = await createWorld({ natsUrl: url });
  stops.push(() => world.close());
  world.relay.start();
  world.consume();
  await world.announce('one', 'two');
  await expect.poll(() => world.texts()).toEqual(['one', 'two']);
  await nats.stop();
  nats.wipe();
  await nats.start(port);
  await world.announce('three');
  await expect.poll(() => world.texts()).toEqual(['one', 'three', 'two']);
  await expect.poll(async () => (await world.metrics.inboxDuplicates.get()).values[0]?.value).toBe(2);
  await world.db.executor.execute(sql`delete from facts`);
  world.consume(undefined, { service: 'newcomer' });
  await expect.poll(() => world.texts()).toEqual(['one', 'three', 'two']);
});

it('a broker that comes back empty ends nobody who watches a value, and later values are heard', async () => {
  const nats = restartable();
  const { url, port } = await nats.start();
  const world = await createWorld({ natsUrl: url });
  stops.push(() => world.close());
  const heard: (string | undefined)[] = [];
  const values = await world.broker.values('clock');
  await values.put('offset', '5');
  await values.watch('offset', (value) => heard.push(value));
  await expect.poll(() => heard).toEqual(['5']);
  await nats.stop();
  nats.wipe();
  await nats.start(port);
  // A watcher hears that there is nothing any more, once it has noticed.
  await expect.poll(() => heard.at(-1)).toBeUndefined();
  await (await world.broker.values('clock')).put('offset', '7');
  await expect.poll(() => heard.at(-1)).toBe('7');
});

it('a service that starts before the broker publishes and consumes once it is there', async () => {
  const nats = restartable();
  const { port } = await nats.start();
  await nats.stop();
  const world = await createWorld({ natsUrl: `nats://127.0.0.1:${port}` });
  stops.push(() => world.close());
  world.relay.start();
  world.consume();
  await world.announce('early');
  await nats.start(port);
  await expect.poll(() => world.texts()).toEqual(['early']);
});

it('a stopped database holds messages back, and its return parks none', async () => {
  const start = (port?: number) =>
    startPostgres({ dataDir: join(folder, 'postgres'), fast: true, ...(port === undefined ? {} : { port }) });
  let postgres = await start();
  stops.push(() => postgres.stop());
  const address = new URL(postgres.url);
  await provisionDatabase(postgres.url, {
    database: 'specimen',
    services: [{ name: 'specimen', password: 'p', ownerPassword: 'o' }],
  });
  await migrate({
    url: `postgres://specimen_owner:o@${address.host}/specimen`,
    service: 'specimen',
    directory: join(import.meta.dirname, 'migrations'),
  });
  const nats = restartable();
  const world = await createWorld({
    natsUrl: (await nats.start()).url,
    databaseUrl: `postgres://specimen:p@${address.host}/specimen`,
  });
  stops.push(() => world.close());
  world.relay.start();
  world.consume();
  await world.announce('before');
  await expect.poll(() => world.texts()).toEqual(['before']);
  await postgres.stop();
  await world.broker.publish({
    subject: 'events.specimen.fact.stated',
    id: '019a0000-0000-7000-8000-000000000009',
    data: '{"text":"meanwhile"}',
    headers: { 'event-version': '1' },
  });
  await expect(world.db.ping()).rejects.toThrow();
  postgres = await start(Number(address.port));
  await expect.poll(() => world.texts().catch(() => [])).toEqual(['before', 'meanwhile']);
  await world.announce('after');
  await expect.poll(() => world.texts()).toEqual(['after', 'before', 'meanwhile']);
  expect(await listParked(world.db)).toEqual([]);
});
