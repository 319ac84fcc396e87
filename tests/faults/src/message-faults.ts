import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackendName } from '@app/registry';
import { connect, headers, nanos } from 'nats';
import { type Fault, orElse, until } from './fault.ts';
import type { World } from './world.ts';

const STREAM = 'EVENTS';
const producersOf = async ({ sql }: World): Promise<string[]> =>
  (
    await sql<{ schema: string }[]>`select schemaname as schema from pg_tables where tablename = 'outbox' order by 1`
  ).map(({ schema }) => schema);

const consumersOf = async (world: World): Promise<{ name: string; subject: string; schema: string }[]> => {
  const found = [];
  for (const schema of await producersOf(world))
    for (const row of await world.sql<
      { name: string; subject: string }[]
    >`select name, subject from ${world.sql(schema)}.consumers`)
      found.push({ name: row.name, subject: row.subject, schema });
  return found;
};

/** A connection with the operator's rights. */
async function openBroker(world: World) {
  const url = new URL(world.system.platform.nats.url);
  const connection = await connect({
    servers: url.host,
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  });
  return { connection, [Symbol.asyncDispose]: () => connection.close() };
}

/** Outboxes empty themselves: what waits now has been published. */
async function drained(world: World, schemas: readonly string[]): Promise<void> {
  for (const schema of schemas) {
    const [last] = await world.sql<{ id: string | null }[]>`select max(id) as id from ${world.sql(schema)}.outbox`;
    if (last?.id == null) continue;
    await until(`the outbox of ${schema} is published`, () =>
      orElse(
        world.sql`select 1 from ${world.sql(schema)}.outbox where published_at is null and id <= ${last.id} limit 1`.then(
          (rows) => rows.length === 0,
        ),
        false,
      ),
    );
  }
}

/**
 * While the work lasts, the stream takes repeats for new messages: its duplicate window would hide them from the
 * consumers.
 */
async function withoutDuplicateWindow(world: World, work: () => Promise<void>): Promise<void> {
  await using broker = await openBroker(world);
  const manager = await broker.connection.jetstreamManager({ checkAPI: false });
  await until('the stream is there', async () =>
    orElse(
      manager.streams.info(STREAM).then(() => true),
      false,
    ),
  );
  const { config } = await manager.streams.info(STREAM);
  await manager.streams.update(STREAM, { ...config, duplicate_window: nanos(100) });
  try {
    await pause(150);
    await work();
  } finally {
    await manager.streams.update(STREAM, { ...config });
  }
}

/** Every service publishes once more all it ever did. */
export const replayOutboxes: Fault = {
  kind: 'whole outbox published again',
  inject: async (world) => {
    const schemas = await producersOf(world);
    await withoutDuplicateWindow(world, async () => {
      // In the order in which a relay marks them, which may be at it after the stream was wiped: else the two lock each
      // other out.
      for (const schema of schemas)
        await world.sql`
          update ${world.sql(schema)}.outbox set published_at = null
          where id in (select id from ${world.sql(schema)}.outbox where published_at is not null order by id for update)`;
      await drained(world, schemas);
    });
  },
};

/** All events that anybody consumes, three times each, in an order of the dice; a share of the others. */
export const shuffleAndTriple: Fault = {
  kind: 'events published three times in a shuffled order',
  inject: async (world) => {
    const consumed = new Set((await consumersOf(world)).map(({ subject }) => subject));
    const rows: {
      event_id: string;
      subject: string;
      payload: string;
      version: number;
      occurred_at: string;
      client_account_id: string | null;
    }[] = [];
    for (const schema of await producersOf(world)) {
      const published = await world.sql<typeof rows>`
        select event_id, subject, payload::text as payload, version, client_account_id,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at
        from (
          select * from ${world.sql(schema)}.outbox where subject = any(${[...consumed]})
          union all (select * from ${world.sql(schema)}.outbox where subject <> all(${[...consumed]}) order by id desc limit 1000)
        ) chosen where published_at is not null`;
      // One by one: a hundred thousand of them are more arguments than a call takes.
      for (const row of published) rows.push(row);
    }
    const sent = rows.flatMap((row) => [row, row, row]);
    for (let i = sent.length - 1; i > 0; i--) {
      const j = world.dice.between(0, i);
      [sent[i], sent[j]] = [sent[j]!, sent[i]!];
    }
    await withoutDuplicateWindow(world, async () => {
      await using broker = await openBroker(world);
      const stream = broker.connection.jetstream();
      for (let at = 0; at < sent.length; at += 200)
        await Promise.all(
          sent.slice(at, at + 200).map((row) => {
            const carried = headers();
            carried.set('event-version', String(row.version));
            carried.set('occurred-at', row.occurred_at);
            if (row.client_account_id !== null) carried.set('client-account', row.client_account_id);
            return stream.publish(row.subject, row.payload, { msgID: row.event_id, headers: carried, timeout: 10_000 });
          }),
        );
    });
  },
};

/** The consumers of a service stand still over a locked table while their events go on. */
export const stallConsumer = (service: BackendName): Fault => ({
  kind: `consumers of ${service} stalled for seconds`,
  progress: 20,
  inject: async (world) => {
    const millis = world.dice.between(1_500, 4_000);
    await world.sql.begin(async (sql) => {
      await sql`lock table ${sql(service)}.inbox in access exclusive mode`;
      await pause(millis);
    });
  },
});

/**
 * A message that nobody can read, on a subject that is consumed: it is put aside, and those behind it are handled.
 * @param service that consumes the subject; any where none is named
 */
export const poisonConsumer = (service?: BackendName): Fault => ({
  kind: 'message that cannot be read',
  inject: async (world) => {
    const consumers = (await consumersOf(world)).sort((a, b) => a.name.localeCompare(b.name));
    const { subject } = world.dice.pick(consumers.filter(({ schema }) => !service || schema === service));
    const id = randomUUID();
    const text = world.dice.pick([
      '{"client_account_id":',
      '{}',
      '[1]',
      '{"client_account_id":"no","id":null}',
      '\u0000',
    ]);
    const carried = headers();
    carried.set('event-version', '1');
    carried.set('occurred-at', new Date().toISOString());
    await using broker = await openBroker(world);
    // Soon after a wipe there is no stream yet.
    const publish = () =>
      broker.connection.jetstream().publish(subject, text, { msgID: id, headers: carried, timeout: 10_000 });
    await until('the stream takes a message', () =>
      orElse(
        publish().then(() => true),
        false,
      ),
    );
    const faults: string[] = [];
    // Everybody who hears of it puts it aside.
    for (const { name, schema } of consumers.filter((each) => each.subject === subject)) {
      const parked = () =>
        world.sql`select id from ${world.sql(schema)}.parked_messages where consumer = ${name} and event_id = ${id}`;
      await until(`${name} puts aside what it cannot read`, async () => (await parked()).length === 1);
      const applied =
        await world.sql`select 1 from ${world.sql(schema)}.inbox where consumer = ${name} and event_id = ${id}`;
      if (applied.length > 0) faults.push(`${name} applied a message that cannot be read`);
      // The operator has looked at it and throws it away.
      await world.sql`delete from ${world.sql(schema)}.parked_messages where event_id = ${id}`;
    }
    return faults;
  },
});
