import { unavailable } from '@app/contract/failure';
import { sql } from 'drizzle-orm';
import { connect } from 'nats';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type Broker, type Delivery, type Handler, listParked, NOTHING_TO_DO, onMany } from '../src/index.ts';
import { createWorld, factStated, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

/** Texts of the groups that were handled, in one transaction each. */
const groups: string[][] = [];
beforeEach(() => void groups.splice(0));

/** Writes what it hears, and holds each group up until the gate opens. */
const recordTogether = (gate: Promise<void> = Promise.resolve()): Handler =>
  onMany(factStated, async (tx, events) => {
    groups.push(events.map(({ payload }) => payload.text));
    await gate;
    for (const { id, payload } of events)
      await tx.execute(sql`insert into facts (event_id, text) values (${id}::uuid, ${payload.text})`);
  });

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => String(i).padStart(4, '0'));
const counted = async (outcome: string): Promise<number> =>
  (await world.metrics.eventsConsumed.get()).values
    .filter(({ labels }) => labels.outcome === outcome)
    .reduce((sum, { value }) => sum + value, 0);

it('what waits is handled in few transactions, and each takes effect once, also on two replicas', async () => {
  await world.announce(...names(1_000));
  await world.relay.drain();
  world.consume([recordTogether()]);
  world.consume([recordTogether()]);
  await expect.poll(() => world.texts()).toEqual(names(1_000));
  expect(groups.length).toBeLessThan(500);
  expect(Math.max(...groups.map((group) => group.length))).toBeLessThanOrEqual(100);
  await expect.poll(() => counted('done')).toBe(1_000);
});

it('an event by itself waits for no other', async () => {
  world.relay.start();
  world.consume([recordTogether()]);
  await world.announce('first');
  await expect.poll(() => world.texts()).toEqual(['first']);
  await world.announce('second');
  await expect.poll(() => world.texts()).toEqual(['first', 'second']);
  expect(groups).toEqual([['first'], ['second']]);
});

it('one that fails is parked with its cause, and those beside it are done', async () => {
  await world.announce(...names(40), 'poison', ...names(80).slice(40));
  await world.relay.drain();
  world.consume([recordTogether()]);
  await expect.poll(() => world.texts()).toEqual(names(80));
  await expect
    .poll(() => listParked(world.db))
    .toMatchObject([{ deliveries: 3, error: 'database error 23514', data: '{"text": "poison"}' }]);
  expect(groups.some((group) => group.length > 1 && group.includes('poison'))).toBe(true);
});

it('one that is no event of ours is parked, and those beside it are done', async () => {
  await world.announce(...names(20));
  await world.relay.drain();
  const broken = { subject: 'events.specimen.fact.stated', data: 'no json', headers: { 'event-version': '1' } };
  await world.broker.publish({ ...broken, id: '019a0000-0000-7000-8000-000000000009' });
  world.consume([recordTogether()]);
  await expect.poll(() => world.texts()).toEqual(names(20));
  await expect.poll(() => listParked(world.db)).toMatchObject([{ error: expect.stringMatching(/not JSON/) }]);
});

it('what was handled before is left out of its group', async () => {
  await world.announce(...names(30));
  await world.relay.drain();
  const first = world.consume([recordTogether()]);
  await expect.poll(async () => (await world.texts()).length).toBe(30);
  await first.stop();
  // As after a restored database of the listener: half of what it handled is unknown to it, and the stream is new.
  await world.db.executor.execute(
    sql`delete from inbox where event_id in (select event_id from facts where text < '0015')`,
  );
  await world.db.executor.execute(sql`delete from facts where text < '0015'`);
  const nats = await connect({ servers: inject('natsUrl') });
  await (await nats.jetstreamManager()).streams.delete(`${world.prefix}_EVENTS`);
  await nats.close();
  await world.broker.ensureStream();
  await world.db.executor.execute(sql`update outbox set published_at = null`);
  await world.relay.drain();
  groups.splice(0);
  world.consume([recordTogether()]);
  await expect.poll(() => world.texts()).toEqual(names(30));
  await expect.poll(() => counted('duplicate')).toBe(15);
  expect(groups.flat().sort()).toEqual(names(15));
});

it('what another service is away for is held, and not parked', async () => {
  let isAway = true;
  let tries = 0;
  await world.announce(...names(50));
  await world.relay.drain();
  world.consume([
    onMany(
      factStated,
      async (tx, events, suffix: string) => {
        for (const { id, payload } of events)
          await tx.execute(sql`insert into facts (event_id, text) values (${id}::uuid, ${payload.text + suffix})`);
      },
      async () => {
        tries += 1;
        if (isAway) throw unavailable('away');
        return '!';
      },
    ),
  ]);
  await expect.poll(() => tries).toBeGreaterThan(20);
  isAway = false;
  await expect.poll(() => world.texts()).toEqual(names(50).map((name) => `${name}!`));
  expect(await listParked(world.db)).toEqual([]);
});

it('what nothing is to be done about is remembered, and not handled', async () => {
  await world.announce(...names(60));
  await world.relay.drain();
  world.consume([
    onMany(
      factStated,
      async () => {
        throw new Error('there was nothing to do');
      },
      async () => NOTHING_TO_DO as typeof NOTHING_TO_DO,
    ),
  ]);
  await expect.poll(() => world.count(sql`inbox`)).toBe(60);
  expect(await listParked(world.db)).toEqual([]);
});

it('what waits for a stopped consumer is given back at once', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await world.announce(...names(200));
  await world.relay.drain();
  const first = world.consume([recordTogether(gate)]);
  await expect.poll(() => groups.length).toBeGreaterThan(0);
  const stopped = first.stop();
  release();
  await stopped;
  world.consume([recordTogether()]);
  // Long before the broker would deliver again what nobody answered for.
  await expect.poll(() => world.texts()).toEqual(names(200));
});

it('after a start, and while messages are delivered again, one is asked for at a time', async () => {
  await world.announce(...names(30));
  await world.relay.drain();
  // A process that received twenty of them and died.
  const { signal } = new AbortController();
  const received: Delivery[] = [];
  const take = async (deliveries: readonly Delivery[]) => void received.push(...deliveries);
  await world.broker.pull('listener-specimen-fact-stated', 'events.specimen.fact.stated', signal, take, 20);
  // Not before all of them are there: what is given back comes again before the others.
  for (const delivery of received) delivery.retry(0);
  expect(received).toHaveLength(20);
  const asked: (readonly [most: number | undefined, counts: readonly number[]])[] = [];
  const broker: Broker = {
    ...world.broker,
    pull: (durable, filter, stop, handle, most) =>
      world.broker.pull(
        durable,
        filter,
        stop,
        (deliveries) => {
          asked.push([most, deliveries.map(({ count }) => count)]);
          return handle(deliveries);
        },
        most,
      ),
  };
  world.consume([recordTogether()], { broker, workers: 1 });
  await expect.poll(() => world.texts()).toEqual(names(30));
  const calm = asked.findIndex(([, counts]) => counts.every((count) => count === 1));
  expect(new Set(asked.slice(0, calm + 1).map(([most]) => most))).toEqual(new Set([1]));
  expect(asked.flatMap(([, counts]) => counts).filter((count) => count > 1)).toHaveLength(20);
  expect(await listParked(world.db)).toEqual([]);
});
