import { randomUUID } from 'node:crypto';
import { Changes } from '@app/rpc';
import { createOwnBroker, startTestService, type TestService } from '@app/testing';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterEach, expect, it } from 'vitest';
import type { ServiceDefinition } from '../src/index.ts';
import { createSpecimen } from './specimen.ts';

// Two connections are shared by jobs, the relay and answers to who asks what changed
// (docs/decisions/0233-a-hundred-connections.md): whoever may hold one for long leaves the other to the rest.

const GATE = 4_711;
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Its nightly verification reads until nobody holds the gate. */
const slowlyVerified = (): ServiceDefinition => ({
  ...createSpecimen(),
  verification: {
    invariants: [
      {
        name: 'the gate is open',
        rows: `select pg_advisory_xact_lock_shared(${GATE}::bigint) is not null as holds`,
        subject: `'the gate'::text`,
        per: 'service',
      },
    ],
  },
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await startTestService(slowlyVerified(), { env });
  stops.push(() => service.stop());
  return service;
}

/** So many events, told of as a commit does. */
async function announce({ db }: TestService, count: number): Promise<void> {
  await db.executor.execute(sql`
    insert into outbox (subject, version, payload)
    select 'events.chat.note.written', 1, jsonb_build_object('note_id', n) from generate_series(1, ${count}::int) n`);
  db.committed();
}

const askWhatChanged = (service: TestService) =>
  service
    .connect(Changes, 'ledger')
    .GetChanges({ afterId: 0, subjects: ['events.chat.note.written'] }, { deadlineMillis: 60_000 });

const unpublished = async ({ db }: TestService): Promise<number> => {
  const rows = await db.executor.execute(sql`select 1 from outbox where published_at is null`);
  return rows.length;
};

/** Sends messages, the next one when the broker took the last or was waited for in vain. @returns what it did */
async function sendInTurns({ running }: TestService, count: number): Promise<string> {
  const message = { subject: 'events.chat.note.written', data: '{}', headers: {} };
  const send = () => running.composition.broker.publish({ ...message, id: randomUUID() });
  for (let n = 0; n < count; n++) await send().catch(() => undefined);
  return `${count} messages were waited for`;
}

/** Runs the verification, which reads until the work is done. @returns how many rows it found broken */
async function whileVerifying(service: TestService, work: () => Promise<void>): Promise<number> {
  const gate = postgres(service.env.DATABASE_URL!, { max: 1 });
  stops.push(() => gate.end());
  await gate`select pg_advisory_lock(${GATE}::bigint)`;
  const verified = service.runJob('chat-verification');
  const waiting = () => gate`select 1 from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  await work();
  await gate`select pg_advisory_unlock(${GATE}::bigint)`;
  return verified;
}

it('while the nightly verification reads, events leave and who asks what changed is answered', async () => {
  const service = await start();
  const broken = await whileVerifying(service, async () => {
    await announce(service, 1);
    await askWhatChanged(service);
    await expect.poll(() => unpublished(service)).toBe(0);
  });
  expect(broken).toBe(0);
});

it('with a frozen broker besides, who asks what changed waits as long as one message does', async () => {
  const broker = await createOwnBroker();
  stops.push(() => broker.remove());
  await broker.start();
  const service = await start({ NATS_URL: broker.url });
  await announce(service, 1);
  await expect.poll(() => unpublished(service)).toBe(0);
  await whileVerifying(service, async () => {
    broker.freeze();
    await announce(service, 250);
    const relays = sql`
      select 1 from pg_stat_activity
      where state = 'idle in transaction' and application_name like '%-raw' and datname = current_database()`;
    await expect.poll(async () => (await service.db.executor.execute(relays)).length).toBe(1);
    // 250 messages, 64 at once, are four waits one after the other, if all are tried: three of our own end before.
    const answered = askWhatChanged(service).then(() => 'answered');
    expect(await Promise.race([answered, sendInTurns(service, 3)])).toBe('answered');
    broker.thaw();
    await answered;
  });
  await expect.poll(() => unpublished(service)).toBe(0);
});
