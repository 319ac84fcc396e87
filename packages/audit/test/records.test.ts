import { join } from 'node:path';
import { connect, type Database } from '@app/db';
import { createLogger, runInContext } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  accessRefused,
  createProvidedRecorder,
  createRecorder,
  createTally,
  forgetSecurityEvents,
  record,
  recordOn,
  type SecurityEvent,
} from '../src/index.ts';

let database: TestDatabase;
let db: Database;
let admin: postgres.Sql;
const logger = createLogger({ service: 'audit-test', level: 'silent' });

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'no-migrations'));
  db = connect({ url: database.url, schema: 'chat', applicationName: 'audit-test', max: 4 });
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined, connection: { search_path: 'chat' } });
});

afterAll(async () => {
  await admin.end();
  await db.close();
  await database.drop();
});

afterEach(async () => void (await admin`truncate security_events`));

const rows = () => admin`select * from security_events order by id`;
const request = { requestId: 'r-1', userId: 5, clientId: 'app_x', address: '203.0.113.9', clientAccountId: 8 };
const given: SecurityEvent = { kind: 'role_given', targetUserId: 6, details: { role_id: 3 } };

describe('a record of a change', () => {
  it('says who, by which application, from where, in which request, on what and with which result', async () => {
    await runInContext({ ...request }, () => db.write((tx) => record(tx, given)));
    const [row] = await rows();
    expect(row).toMatchObject({
      kind: 'role_given',
      result: 'done',
      times: 1,
      user_id: '5',
      client_id: 'app_x',
      address: '203.0.113.9',
      request_id: 'r-1',
      client_account_id: '8',
      target_user_id: '6',
      details: { role_id: 3 },
    });
    expect(Math.abs(Date.now() - row!.occurred_at.getTime())).toBeLessThan(60_000);
  });

  it('goes with the change that is taken back', async () => {
    const failing = db.write(async (tx) => {
      await record(tx, given);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await db.within(
      (tx) => record(tx, given),
      () => false,
    );
    expect(await rows()).toHaveLength(0);
  });

  it('stays when it is made on its own while the request is refused', async () => {
    const refused = db.write(async () => {
      await recordOn(db.raw, { kind: 'token_reused', result: 'refused', details: { what: 'code', family_id: 3 } });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await rows()).toMatchObject([{ kind: 'token_reused', details: { what: 'code', family_id: 3 } }]);
  });

  it.each([
    [
      'an e-mail address',
      { kind: 'access_refused', details: { operation: 'kari@example.no', status: 403, code: 'x' } },
    ],
    ['a name', { kind: 'client_registered', details: { client: 'Kari Nordmann' } }],
    ['a field that is not declared', { kind: 'role_given', details: { role_id: 3, email: 'kari' } }],
    ['what is no digest', { kind: 'sign_in', details: { email_digest: 'kari@example.no' } }],
  ])('holds no place for %s', async (_what, event) => {
    await expect(db.write((tx) => record(tx, event as SecurityEvent))).rejects.toThrow();
    expect(await rows()).toHaveLength(0);
  });

  it('keeps no address that is none', async () => {
    await runInContext({ ...request, address: 'kari@example.no' }, () => db.write((tx) => record(tx, given)));
    await runInContext({ ...request, address: 'fe80::1%eth0' }, () => db.write((tx) => record(tx, given)));
    expect((await rows()).map(({ address }) => address)).toEqual([null, 'fe80::1']);
  });
});

describe('a record without a change', () => {
  const signedIn = (request: string): [object, SecurityEvent] => [{ requestId: request }, { kind: 'sign_in' }];

  it('is committed when the promise is kept, alone, many together, and in a transaction with it', async () => {
    const recordAlone = createRecorder(db);
    for (const count of [1, 2, 40]) {
      const names = Array.from({ length: count }, (_, index) => `of-${count}-${index}`);
      await Promise.all(
        names.map(async (name) => {
          const [context, event] = signedIn(name);
          await runInContext({ ...request, ...context }, () => recordAlone(event));
          expect((await rows()).map(({ request_id }) => request_id)).toContain(name);
        }),
      );
      expect((await rows()).filter(({ request_id }) => names.includes(request_id))).toHaveLength(count);
    }
    const failing = db.write(async () => {
      await recordAlone({ kind: 'sign_in' });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect(await rows()).toHaveLength(43);
  });

  it('leaves the connection waiting for the disk again', async () => {
    const single = connect({ url: database.url, schema: 'chat', applicationName: 'audit-test', max: 1 });
    try {
      await single.executor.execute(sql`set synchronous_commit = on`);
      await createRecorder(single)({ kind: 'sign_in' });
      expect(await single.executor.execute(sql`show synchronous_commit`)).toEqual([{ synchronous_commit: 'on' }]);
    } finally {
      await single.close();
    }
  });
});

describe('a record that depends on something', () => {
  const isKnown = { columns: 'known text', condition: `r.known = 'yes'` };
  const nothing = () => undefined;

  it('is kept only where that is so, each by its own, and what is made meanwhile is made for each', async () => {
    const recordKnown = createProvidedRecorder(db, isKnown);
    const made: number[] = [];
    const answers = await Promise.all(
      ['yes', 'no', 'yes', 'maybe', 'yes'].map((known, index) =>
        runInContext({ ...request, requestId: `known-${index}` }, () =>
          recordKnown({ kind: 'sign_in' }, { known }, () => made.push(index)),
        ),
      ),
    );
    expect(answers).toEqual([true, false, true, false, true]);
    expect((await rows()).map(({ request_id, user_id, kind }) => [request_id, user_id, kind])).toEqual(
      [0, 2, 4].map((index) => [`known-${index}`, '5', 'sign_in']),
    );
    expect(made).toEqual([0, 1, 2, 3, 4]);
  });

  it('of what comes together is one statement, committed when the promise is kept', async () => {
    const recordKnown = createProvidedRecorder(db, isKnown);
    const all = await Promise.all(
      Array.from({ length: 30 }, () => recordKnown({ kind: 'sign_in' }, { known: 'yes' }, nothing)),
    );
    expect(all).toEqual(Array.from({ length: 30 }, () => true));
    expect(await admin`select distinct xmin::text from security_events`).toHaveLength(1);
    expect(await rows()).toHaveLength(30);
  });

  it('is not kept in a transaction, which keeps its own', async () => {
    const recordKnown = createProvidedRecorder(db, isKnown);
    expect(await db.write(() => recordKnown({ kind: 'sign_in' }, { known: 'yes' }, nothing))).toBe(false);
    expect(await rows()).toHaveLength(0);
  });

  it('leaves the connection waiting for the disk again', async () => {
    const single = connect({ url: database.url, schema: 'chat', applicationName: 'audit-test', max: 1 });
    try {
      await single.executor.execute(sql`set synchronous_commit = on`);
      await createProvidedRecorder(single, isKnown)({ kind: 'sign_in' }, { known: 'yes' }, nothing);
      expect(await single.executor.execute(sql`show synchronous_commit`)).toEqual([{ synchronous_commit: 'on' }]);
    } finally {
      await single.close();
    }
  });
});

describe('the role of the service', () => {
  it.each([
    'select * from security_events',
    "update security_events set kind = 'x'",
    'delete from security_events',
    'truncate security_events',
  ])('may not %s', async (statement) => {
    await db.write((tx) => record(tx, given));
    await expect(db.raw.unsafe(statement)).rejects.toThrow(/permission denied/);
    expect(await rows()).toHaveLength(1);
  });

  it('forgets old records alone, whatever it asks for', async () => {
    await admin`insert into security_events (occurred_at, kind, result, details)
      select now() - make_interval(days => d), 'sign_out', 'done', '{}' from unnest(array[1, 89, 91, 399, 401]) d`;
    const left = async () =>
      (await rows()).map(({ occurred_at }) => Math.round((Date.now() - occurred_at.getTime()) / 86_400_000));
    expect(await forgetSecurityEvents(db, 400)).toBe(1);
    expect(await left()).toEqual([1, 89, 91, 399]);
    expect(await forgetSecurityEvents(db, 0)).toBe(2);
    expect(await left()).toEqual([1, 89]);
  });
});

describe('a flood of refusals', () => {
  // What is kept of one in an hour begins anew with each hour of the clock.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const refusal = (operation: string) =>
    accessRefused(operation, { status: 403, code: 'common.forbidden', details: { missing: 'role' } });
  const sum = async () => (await rows()).reduce((times, row) => times + row.times, 0);

  it('of one caller is one row with a count, and the first request', async () => {
    const tally = createTally({ db, logger });
    for (let n = 0; n < 10_000; n++)
      runInContext({ ...request, requestId: `r-${n}` }, () => tally.note(refusal('x.list')));
    await tally.close();
    const [row, ...more] = await rows();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      kind: 'access_refused',
      result: 'refused',
      times: 10_000,
      request_id: 'r-0',
      user_id: '5',
    });
    expect(row!.last_at.getTime()).toBeGreaterThanOrEqual(row!.occurred_at.getTime());
  });

  it('of thousands of callers is bounded at once and in an hour, and says how many it did not keep', async () => {
    const tally = createTally({ db, logger, most: 50, mostPerHour: 120 });
    for (let n = 0; n < 10_000; n++) {
      runInContext({ requestId: `r-${n}`, address: `10.0.${n >> 8}.${n & 255}` }, () => tally.note(refusal('x.list')));
      if (n % 1_000 === 999) await tally.flush();
    }
    tally.note({ kind: 'sign_in', result: 'refused' });
    await tally.close();
    const stored = await rows();
    expect(stored.filter(({ kind }) => kind === 'access_refused')).toHaveLength(120);
    expect(stored.filter(({ kind }) => kind === 'uncounted').length).toBeLessThanOrEqual(10);
    expect(stored.filter(({ kind }) => kind === 'uncounted')[0]).toMatchObject({
      details: { of: 'access_refused' },
      user_id: null,
    });
    expect(stored.filter(({ kind }) => kind === 'sign_in')).toHaveLength(1);
    expect(await sum()).toBe(10_001);
  });

  it('of one caller who floods leaves room for those of others, and what it did not keep says whose it was', async () => {
    const tally = createTally({ db, logger, most: 50, mostPerHour: 500 });
    const flood = { requestId: 'r-f', userId: 7, address: '203.0.113.7' };
    for (let n = 0; n < 1_000; n++) {
      runInContext({ ...flood, refusedAccountId: n + 1 }, () => tally.note(refusal('x.list')));
      if (n % 100 === 99) await tally.flush();
    }
    runInContext(request, () => tally.note(refusal('x.get')));
    await tally.close();
    const stored = await rows();
    const kept = stored.filter(({ kind }) => kind === 'access_refused');
    expect(kept.filter(({ user_id }) => user_id === '7')).toHaveLength(10);
    expect(kept.filter(({ user_id }) => user_id === '5')).toMatchObject([{ client_account_id: '8', times: 1 }]);
    const uncounted = stored.filter(({ kind }) => kind === 'uncounted');
    expect(uncounted[0]).toMatchObject({ user_id: '7', address: '203.0.113.7', details: { of: 'access_refused' } });
    expect(uncounted.reduce((times, row) => times + row.times, 0)).toBe(990);
  });

  it('of one network of IPv6 is of one caller, whatever addresses of it are used', async () => {
    const tally = createTally({ db, logger, most: 50, mostPerHour: 500 });
    const note = (address: string) => runInContext({ requestId: 'r-6', address }, () => tally.note(refusal('x.list')));
    for (let n = 1; n <= 100; n++) note(`2001:db8:1:2:${n.toString(16)}:a:b:c`);
    note('2001:db8:1:3::1');
    await tally.close();
    const kept = (await rows()).filter(({ kind }) => kind === 'access_refused');
    expect(kept).toHaveLength(6);
    expect(kept.at(-1)).toMatchObject({ address: '2001:db8:1:3::1' });
  });

  it('is stored by itself, and waits for a database that is away without losing count', async () => {
    let isAway = true;
    const raw = {
      unsafe: (...args: Parameters<Database['raw']['unsafe']>) =>
        isAway ? Promise.reject(new Error('away')) : db.raw.unsafe(...args),
    } as unknown as Database['raw'];
    const tally = createTally({ db: { raw }, logger, pauseMillis: 10, most: 3 });
    for (let n = 0; n < 10; n++) tally.note(refusal(`x.${n}`));
    await tally.flush();
    for (let n = 0; n < 10; n++) tally.note(refusal(`x.${n}`));
    await tally.flush();
    expect(await rows()).toHaveLength(0);
    isAway = false;
    await expect.poll(sum).toBe(20);
    expect((await rows()).length).toBeLessThanOrEqual(4);
    await tally.close();
  });

  it('costs the request nothing: noting neither waits nor fails', () => {
    const tally = createTally({ db, logger });
    expect(tally.note({ kind: 'client_deleted', details: { client: 'no such word @' } })).toBeUndefined();
  });
});

it('every column of the table is an id, a moment, a count, a word or an address', async () => {
  const columns = await db.raw<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = 'security_events'::regclass and attnum > 0 order by attnum`;
  expect(columns.map(({ name }) => name)).toEqual([
    'id',
    'occurred_at',
    'last_at',
    'times',
    'kind',
    'result',
    'user_id',
    'client_id',
    'address',
    'request_id',
    'client_account_id',
    'target_user_id',
    'details',
  ]);
});
