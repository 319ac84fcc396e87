import { unavailable } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { currentContext, runInContext } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { connect as connectNats } from 'nats';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  type Broker,
  createBroker,
  createRelay,
  forgetOldMessages,
  listParked,
  NOTHING_TO_DO,
  on,
  readPayload,
} from '../src/index.ts';
import { createWorld, factStated, logger, recordFacts, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const waiting = () => world.count(sql`outbox where published_at is null`);

async function withStream<T>(
  work: (
    jsm: Awaited<ReturnType<Awaited<ReturnType<typeof connectNats>>['jetstreamManager']>>,
    name: string,
  ) => Promise<T>,
): Promise<T> {
  const nats = await connectNats({ servers: inject('natsUrl') });
  try {
    return await work(await nats.jetstreamManager(), `${world.prefix}_EVENTS`);
  } finally {
    await nats.close();
  }
}

const publish = (data: string, id: string, version = '1') =>
  world.broker.publish({ subject: 'events.specimen.fact.stated', id, data, headers: { 'event-version': version } });

describe('a fact', () => {
  it('reaches the consumer with its context, after the commit of what it says', async () => {
    const seen: unknown[] = [];
    world.relay.start();
    world.consume([
      on(factStated, async (_tx, event) => {
        seen.push({ event, context: currentContext() });
      }),
    ]);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await runInContext({ requestId: 'r-1', traceparent }, () => world.announce('snow'));
    await expect.poll(() => seen.length).toBe(1);
    expect(seen[0]).toMatchObject({
      event: {
        name: 'specimen.fact.stated',
        version: 2,
        clientAccountId: 7,
        payload: { text: 'snow' },
        occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
      context: { requestId: 'r-1', clientAccountId: 7, traceparent: expect.stringContaining('a'.repeat(32)) },
    });
  });

  it('is not published when the change was rolled back', async () => {
    world.relay.start();
    world.consume();
    const undone = world.db.write(async (tx) => {
      await appendToOutbox(tx, factStated.create({ text: 'undone' }));
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await world.announce('done');
    await expect.poll(() => world.texts()).toEqual(['done']);
  });

  it('takes effect once, however often it is delivered and by however many replicas', async () => {
    await world.broker.ensureStream();
    world.consume();
    world.consume();
    const id = '019a0000-0000-7000-8000-000000000001';
    await publish('{"text":"once"}', id);
    await expect.poll(() => world.texts()).toEqual(['once']);
    // The stream of the same messages made anew: the duplicate window is gone, every message is new to the broker.
    await withStream((jsm, name) => jsm.streams.delete(name));
    await world.broker.ensureStream();
    await publish('{"text":"once"}', id);
    await publish('{"text":"twice"}', '019a0000-0000-7000-8000-000000000002');
    await expect.poll(() => world.texts()).toEqual(['once', 'twice']);
    await expect.poll(async () => (await world.metrics.inboxDuplicates.get()).values[0]?.value).toBe(1);
  });

  it('taken by two handlers at the same moment takes effect once', async () => {
    const id = '019a0000-0000-7000-8000-000000000003';
    let entered = 0;
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = on(factStated, async (tx, event) => {
      entered += 1;
      await gate;
      await recordFacts.handle(tx, event as never, undefined as never);
    });
    world.consume([slow]);
    world.consume([slow]);
    await world.broker.ensureStream();
    await publish('{"text":"once"}', id);
    await expect.poll(() => entered).toBe(1);
    await withStream((jsm, name) => jsm.streams.delete(name));
    await world.broker.ensureStream();
    await publish('{"text":"once"}', id);
    const blocked = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => world.count(blocked)).toBe(1);
    release();
    await expect.poll(async () => (await world.metrics.inboxDuplicates.get()).values[0]?.value).toBe(1);
    expect(entered).toBe(1);
    expect(await world.texts()).toEqual(['once']);
  });
});

describe('the relay', () => {
  it('publishes all of a large outbox, once', async () => {
    await world.announce(...Array.from({ length: 1_000 }, (_, i) => String(i)));
    await Promise.all([world.relay.drain(), createRelay({ ...world, service: 'specimen', logger }).drain()]);
    await world.relay.drain();
    expect(await waiting()).toBe(0);
    expect(await withStream(async (jsm, name) => (await jsm.streams.info(name)).state.messages)).toBe(1_000);
  });

  it('makes a missing stream and keeps rows until then', async () => {
    await world.announce('early');
    world.relay.start();
    await expect.poll(waiting).toBe(0);
    await withStream((jsm, name) => jsm.streams.delete(name));
    await world.announce('late');
    await expect.poll(waiting).toBe(0);
    await expect.poll(() => withStream(async (jsm, name) => (await jsm.streams.info(name)).state.messages)).toBe(2);
  });

  it('fills a wiped stream again, so that a new consumer sees everything', async () => {
    world.relay.start();
    await world.announce('one', 'two');
    await expect.poll(waiting).toBe(0);
    await withStream((jsm, name) => jsm.streams.delete(name));
    world.consume();
    await expect.poll(() => world.texts()).toEqual(['one', 'two']);
  });

  it('fills a stream that was wiped while no service ran', async () => {
    await world.announce('one', 'two');
    await world.relay.drain();
    await withStream((jsm, name) => jsm.streams.delete(name));
    world.relay.start();
    await expect.poll(() => withStream(async (jsm, name) => (await jsm.streams.info(name)).state.messages)).toBe(2);
  });

  it('republishes from a moment when asked', async () => {
    await world.announce('old');
    await world.relay.drain();
    await world.db.executor.execute(sql`update outbox set created_at = '2020-01-01'`);
    await world.announce('new');
    await world.relay.drain();
    expect(await world.relay.republish({ from: new Date('2021-01-01') })).toBe(1);
    expect(await waiting()).toBe(1);
  });

  it('does not send over and over what the stream will not keep', async () => {
    let checks = 0;
    const broker = {
      ...world.broker,
      ensureStream: () => {
        checks += 1;
        return world.broker.ensureStream();
      },
    };
    await world.announce('one');
    await world.relay.drain();
    // The broker takes the same message for a repeat and stores it no more: the stream stays empty.
    await withStream((jsm, name) => jsm.streams.purge(name));
    const relay = createRelay({ ...world, broker, service: 'specimen', logger, pollMillis: 5, checkMillis: 5 });
    relay.start();
    // Turns are a tenth of a second apart.
    await expect.poll(() => checks).toBeGreaterThan(10);
    await relay.stop();
    expect((await world.metrics.eventsPublished.get()).values[0]?.value).toBe(2);
  });

  it('begins no transaction while nothing waits', async () => {
    let begun = 0;
    const raw = new Proxy(world.db.raw, {
      get: (target, name) => {
        if (name === 'begin') begun += 1;
        return Reflect.get(target, name);
      },
    });
    const relay = createRelay({ ...world, db: { ...world.db, raw }, service: 'specimen', logger });
    await relay.drain();
    expect(begun).toBe(0);
    await world.announce('one');
    await relay.drain();
    expect({ begun, waiting: await waiting() }).toEqual({ begun: 1, waiting: 0 });
  });

  it('measures what waits, for the broker and for an operator', async () => {
    await world.announce('a', 'b');
    await world.db.executor.execute(
      sql`insert into parked_messages (consumer, subject, headers, error, deliveries, redriven_at)
        values ('c', 's', '{}', 'broken', 8, null), ('c', 's', '{}', 'was broken', 8, now())`,
    );
    await world.db.executor.execute(sql`update outbox set created_at = now() - interval '1 minute'`);
    const away = createBroker({ url: 'nats://127.0.0.1:1', name: 'away', logger });
    const relay = createRelay({ ...world, broker: away, service: 'specimen', logger });
    relay.start();
    await expect.poll(async () => (await world.metrics.outboxBacklog.get()).values[0]?.value).toBe(2);
    expect((await world.metrics.outboxAge.get()).values[0]?.value).toBeGreaterThanOrEqual(60);
    await expect.poll(async () => (await world.metrics.parkedWaiting.get()).values[0]?.value).toBe(1);
    await relay.stop();
    await away.close();
  });
});

describe('a message that fails', () => {
  it('comes again and is done when the cause is gone', async () => {
    let tries = 0;
    world.relay.start();
    world.consume([
      on(factStated, async (tx, event) => {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
        await recordFacts.handle(tx, event as never, undefined as never);
      }),
    ]);
    await world.announce('stubborn');
    await expect.poll(() => world.texts()).toEqual(['stubborn']);
    expect(tries).toBe(3);
    expect(await listParked(world.db)).toEqual([]);
  });

  it('again and again is parked with its cause, and those behind it go on', async () => {
    world.relay.start();
    world.consume();
    await world.announce('poison', 'fine');
    await expect.poll(() => world.texts()).toEqual(['fine']);
    await expect
      .poll(() => listParked(world.db))
      .toMatchObject([
        {
          consumer: 'listener-specimen-fact-stated',
          subject: 'events.specimen.fact.stated',
          deliveries: 3,
          error: 'database error 23514',
          data: '{"text": "poison"}',
        },
      ]);
    expect((await world.metrics.parkedMessages.get()).values).toMatchObject([
      { value: 1, labels: { event: 'specimen.fact.stated' } },
    ]);
  });

  it('is redriven once its cause is gone, and only once', async () => {
    world.relay.start();
    const consumer = world.consume();
    await world.announce('poison');
    await expect.poll(async () => (await listParked(world.db)).length).toBe(1);
    const id = (await listParked(world.db))[0]!.id;
    await expect(consumer.redrive(id)).rejects.toThrow();
    expect(await listParked(world.db)).toHaveLength(1);
    await world.db.executor.execute(sql`update parked_messages set payload = '{"text":"cured"}'`);
    const outcomes = await Promise.allSettled([consumer.redrive(id), consumer.redrive(id), consumer.redrive(id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.texts()).toEqual(['cured']);
    expect(await listParked(world.db)).toEqual([]);
    await expect(consumer.redrive(id)).rejects.toMatchObject({ status: 409 });
    await expect(consumer.redrive(4711)).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['is not JSON', 'no json', '019a0000-0000-7000-8000-000000000001', '1', /not JSON/],
    [
      'does not fit the schema',
      '{"text":5}',
      '019a0000-0000-7000-8000-000000000001',
      '1',
      /does not fit specimen\.fact\.stated: text/,
    ],
    ['has no event id', '{"text":"x"}', 'x', '1', /no event id/],
    [
      'is of a newer version than this build reads',
      '{"text":"x"}',
      '019a0000-0000-7000-8000-000000000001',
      '3',
      /version 3/,
    ],
    ['has no version', '{"text":"x"}', '019a0000-0000-7000-8000-000000000001', '', /no version/],
  ])('because it %s is parked at once', async (_why, data, id, version, error) => {
    await world.broker.ensureStream();
    world.consume();
    await publish(data, id, version);
    await expect
      .poll(() => listParked(world.db))
      .toMatchObject([{ deliveries: 1, error: expect.stringMatching(error) }]);
    expect(await world.texts()).toEqual([]);
  });

  it('whose handlers died over it is parked without another try', async () => {
    await world.broker.ensureStream();
    await publish('{"text":"deadly"}', '019a0000-0000-7000-8000-000000000001');
    const { signal } = new AbortController();
    const counts: number[] = [];
    for (let died = 0; died < 3; died++) {
      await world.broker.pull(
        'listener-specimen-fact-stated',
        'events.specimen.fact.stated',
        signal,
        async ([delivery]) => {
          counts.push(delivery!.count);
          delivery!.retry(0);
        },
      );
    }
    expect(counts).toEqual([1, 2, 3]);
    world.consume();
    await expect
      .poll(() => listParked(world.db))
      .toMatchObject([{ deliveries: 4, error: expect.stringMatching(/again and again/) }]);
    expect(await world.texts()).toEqual([]);
  });

  it('because another service is away is held, however long, and not parked', async () => {
    let isAway = true;
    let tries = 0;
    world.relay.start();
    world.consume([
      on(
        factStated,
        async (tx, event, prepared: string) => {
          await tx.execute(sql`insert into facts (event_id, text) values (${event.id}::uuid, ${prepared})`);
        },
        async (event) => {
          tries += 1;
          if (isAway) throw unavailable('away');
          return `${event.payload.text} and more`;
        },
      ),
    ]);
    await world.announce('patience');
    await expect.poll(() => tries).toBeGreaterThan(20);
    isAway = false;
    await expect.poll(() => world.texts()).toEqual(['patience and more']);
    expect(await listParked(world.db)).toEqual([]);
  });
});

it('a stream says whose consumers wait at it, and of none that has stopped', async () => {
  expect(await world.broker.listeners()).toEqual([]);
  const consumer = world.consume();
  await world.broker.ensureStream();
  await expect.poll(() => world.broker.listeners()).toEqual(['listener-specimen-fact-stated']);
  await consumer.stop();
  await expect.poll(() => world.broker.listeners()).toEqual([]);
});

it('an event about which there is nothing to do is remembered all the same, once, and the others are handled', async () => {
  world.relay.start();
  let looks = 0;
  world.consume([
    on(
      factStated,
      async (tx, event, text: string) => {
        await tx.execute(sql`insert into facts (event_id, text) values (${event.id}::uuid, ${text})`);
      },
      async ({ payload: { text } }) => {
        looks += 1;
        return text === 'noise' ? NOTHING_TO_DO : text;
      },
    ),
  ]);
  for (const text of ['noise', 'word', 'noise']) await world.announce(text);
  await expect.poll(() => world.count(sql`inbox`)).toBe(3);
  expect(await world.texts()).toEqual(['word']);
  await world.relay.republish();
  await world.relay.drain();
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect([await world.count(sql`inbox`), await world.texts(), await listParked(world.db)]).toEqual([3, ['word'], []]);
});

it('one service cannot handle one event twice', () => {
  expect(() => world.consume([recordFacts, recordFacts])).toThrow(/handles specimen\.fact\.stated twice/);
});

describe('a listener', () => {
  const listen = (broker: Broker, onText: (text: string) => void) =>
    broker.subscribe('events.specimen.fact.stated', (data) => onText(readPayload(factStated, data).text));

  it('hears on every replica what is published while it listens', async () => {
    const heard: string[] = [];
    const stops = [1, 2].map((replica) => listen(world.broker, (text) => heard.push(`${replica} ${text}`)));
    await world.broker.connected();
    await world.broker.ensureStream();
    await world.announce('news');
    await world.relay.drain();
    await expect.poll(() => heard.toSorted()).toEqual(['1 news', '2 news']);
    for (const stop of stops) stop();
  });

  it('registered before the broker is there hears once it is', async () => {
    const broker = createBroker({ url: inject('natsUrl'), name: 'late', logger, prefix: world.prefix });
    const heard: string[] = [];
    listen(broker, (text) => heard.push(text));
    await broker.connected();
    await broker.ensureStream();
    await world.announce('news');
    await world.relay.drain();
    await expect.poll(() => heard).toEqual(['news']);
    await broker.close();
  });
});

it('old messages are forgotten, waiting ones never', async () => {
  await world.announce('old', 'young', 'waiting');
  await world.db.executor.execute(
    sql`update outbox set published_at = now() - interval '36 days', created_at = now() - interval '36 days' where payload->>'text' = 'old'`,
  );
  await world.db.executor.execute(
    sql`update outbox set published_at = now() - interval '34 days' where payload->>'text' = 'young'`,
  );
  await world.db.executor.execute(
    sql`update outbox set created_at = now() - interval '90 days' where payload->>'text' = 'waiting'`,
  );
  await world.db.executor.execute(
    sql`insert into inbox (consumer, event_id, processed_at) values ('a', uuidv7(), now() - interval '46 days'), ('a', uuidv7(), now() - interval '36 days')`,
  );
  expect(await forgetOldMessages(world.db)).toBe(2);
  expect(await world.count(sql`outbox`)).toBe(2);
  expect(await world.count(sql`inbox`)).toBe(1);
});

it('shared values are read, written and watched', async () => {
  const values = await world.broker.values('clock');
  expect(await values.get('offset')).toBeUndefined();
  const seen: (string | undefined)[] = [];
  const stop = await values.watch('offset', (value) => seen.push(value));
  await values.put('offset', '5');
  await expect.poll(() => seen).toEqual(['5']);
  expect(await values.get('offset')).toBe('5');
  stop();
});
