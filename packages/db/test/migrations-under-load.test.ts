import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ordinaryTimeouts } from '../src/apply-step.ts';
import { migrate } from '../src/index.ts';

// What the service does goes on while its schema changes.

let folder: string;
let database: TestDatabase;
/** As the service, on several connections. */
let service: postgres.Sql;
let admin: postgres.Sql;

const timeouts = { lockMillis: 100, pauseMillis: 100, totalMillis: 30_000 };

function build(name: string, steps: Readonly<Record<string, string>>): string {
  const directory = join(folder, name, 'migrations');
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, '0001_things.sql'),
    'create table things (id bigint generated always as identity, name text);',
  );
  for (const [step, sql] of Object.entries(steps)) writeFileSync(join(directory, `${step}.sql`), sql);
  return directory;
}

const apply = (directory: string, changes: Partial<typeof timeouts> = {}) =>
  migrate({ url: database.ownerUrl, service: 'chat', directory, timeouts: { ...timeouts, ...changes } });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'under-load-'));
  database = await createTestDatabase('chat', build('before', {}));
  service = postgres(database.url, { max: 4, onnotice: () => {} });
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  await service`insert into things (name) select 'thing ' || n from generate_series(1, 100) n`;
});

afterEach(async () => {
  await Promise.all([service.end(), admin.end()]);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A report: a transaction that has read the table and goes on until `work` is done. */
const reading = <T>(work: () => Promise<T>): Promise<T> =>
  service.begin(async (report) => {
    await report`select count(*) from things`;
    return work();
  }) as Promise<T>;

const write = () => service`insert into things (name) values ('written meanwhile')`;
const columns = async () => (await service`select * from things limit 1`).columns.map(({ name }) => name);
const isValid = async (index: string): Promise<boolean | undefined> =>
  (
    await admin<
      { valid: boolean }[]
    >`select indisvalid as valid from pg_index join pg_class on oid = indexrelid where relname = ${index}`
  )[0]?.valid;
/** Of this database alone: other files migrate theirs on the same server at the same time. */
const migrating = () => admin<{ pid: number; query: string; wait: string | null }[]>`
  select pid, query, wait_event_type as wait from pg_stat_activity
  where datname = current_database() and application_name = 'chat-migrate' and state = 'active'`;

it('writers go on behind a long reader while a step waits for the table alone', async () => {
  const after = build('after', { '0002_later': 'alter table things add column later text;' });
  let isDone = false;
  const migrated = await reading(async () => {
    const running = apply(after).finally(() => {
      isDone = true;
    });
    await vi.waitFor(
      async () => expect((await migrating()).some(({ query }) => query.startsWith('alter table'))).toBe(true),
      {
        timeout: 60_000,
        interval: 5,
      },
    );
    // Were the lock waited for until the reader ends, the first of them would wait as long.
    for (let n = 0; n < 30; n++) await write();
    expect(isDone).toBe(false);
    return { running };
  });
  expect((await migrated.running).applied).toEqual(['0002_later']);
  expect(await columns()).toContain('later');
});

it('a step that never gets its lock is given up, leaves nothing, and can be started again', async () => {
  const after = build('after', {
    '0002_later': 'create table half (id int); alter table things add column later text;',
  });
  await reading(() => expect(apply(after, { totalMillis: 300 })).rejects.toMatchObject({ code: '55P03' }));
  expect(await columns()).not.toContain('later');
  expect((await apply(after)).applied).toEqual(['0002_later']);
});

it('definitions wait for locks as steps do', async () => {
  const after = build('after', {});
  mkdirSync(join(folder, 'after', 'sql'));
  const guard = `create or replace function guard() returns trigger language plpgsql as $$ begin return new; end $$;
    create or replace trigger things_guard before insert on things for each row execute function guard();`;
  writeFileSync(join(folder, 'after', 'sql', 'guard.sql'), guard);
  const running = await service.begin(async (writer) => {
    await writer`insert into things (name) values ('under way')`;
    const started = { migration: apply(after) };
    await vi.waitFor(async () => expect((await migrating()).some(({ wait }) => wait === 'Lock')).toBe(true), {
      timeout: 60_000,
      interval: 5,
    });
    for (let n = 0; n < 10; n++) await write();
    return started;
  });
  expect((await running.migration).applied).toEqual(['sql/guard']);
});

const index = `-- outside a transaction
create index concurrently if not exists things_name_idx on things (name);
`;

it('an index is built outside a transaction, beside a transaction that stays open and writers that go on', async () => {
  const after = build('after', { '0002_names': index });
  const { running } = await service.begin(async (open) => {
    await open`insert into things (name) values ('open')`;
    const started = { running: apply(after) };
    await vi.waitFor(async () => expect(await isValid('things_name_idx')).toBe(false), {
      timeout: 60_000,
      interval: 5,
    });
    for (let n = 0; n < 30; n++) await write();
    return started;
  });
  expect((await running).applied).toEqual(['0002_names']);
  expect(await isValid('things_name_idx')).toBe(true);
  expect((await apply(after)).applied).toEqual([]);
});

it('an index whose process died half way is dropped and built again', async () => {
  const after = build('after', { '0002_names': index });
  await service.begin(async (open) => {
    await open`insert into things (name) values ('open')`;
    const killed = expect(apply(after)).rejects.toThrow();
    await vi.waitFor(async () => expect(await isValid('things_name_idx')).toBe(false), {
      timeout: 60_000,
      interval: 5,
    });
    for (const { pid } of await migrating()) await admin`select pg_terminate_backend(${pid})`;
    await killed;
  });
  expect(await isValid('things_name_idx')).toBe(false);
  expect((await apply(after)).applied).toEqual(['0002_names']);
  expect(await isValid('things_name_idx')).toBe(true);
});

it('a replica that waits for the one that migrates does not stop its index, and applies nothing twice', async () => {
  const after = build('after', { '0002_names': index, '0003_later': 'alter table things add column later text;' });
  const { all } = await service.begin(async (open) => {
    await open`insert into things (name) values ('open')`;
    const started = { all: Promise.all([apply(after), apply(after), apply(after)]) };
    await vi.waitFor(async () => expect(await isValid('things_name_idx')).toBe(false), {
      timeout: 60_000,
      interval: 5,
    });
    return started;
  });
  expect((await all).flatMap(({ applied }) => applied)).toEqual(['0002_names', '0003_later']);
  expect(await isValid('things_name_idx')).toBe(true);
});

it('the wait for another process that migrates is reported and ends', async () => {
  const holder = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
  try {
    await holder`select pg_advisory_lock(hashtextextended('migrate:chat', 0))`;
    const notices: string[] = [];
    // The time is used up once it was reported, however long the tries before that take.
    vi.useFakeTimers({ toFake: ['performance'] });
    const waiting = migrate({
      url: database.ownerUrl,
      service: 'chat',
      directory: build('after', {}),
      timeouts: { ...timeouts, pauseMillis: 1 },
      notice: (text) => {
        notices.push(text);
        vi.advanceTimersByTime(timeouts.totalMillis);
      },
    });
    await expect(waiting).rejects.toThrow(/Another process has been migrating chat/);
    expect(notices).toContain('waiting for another process that migrates this schema');
  } finally {
    vi.useRealTimers();
    await holder.end();
  }
});

it('a try waits long enough for an autovacuum to be ended, and no longer than writers may be held up', async () => {
  const [row] = await admin<
    { millis: number }[]
  >`select setting::int as millis from pg_settings where name = 'deadlock_timeout'`;
  expect(ordinaryTimeouts.lockMillis).toBeGreaterThanOrEqual(row!.millis + 250);
  expect(ordinaryTimeouts.lockMillis).toBeLessThanOrEqual(2_000);
  expect(ordinaryTimeouts.pauseMillis).toBeGreaterThanOrEqual(ordinaryTimeouts.lockMillis);
});
