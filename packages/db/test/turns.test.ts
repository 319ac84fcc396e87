import { join } from 'node:path';
import { isWaitGivenUp, runInContext } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type Database } from '../src/index.ts';
import { createTurns } from '../src/turns.ts';

/** Work that goes on until it is told to end, and says when it began. */
function job() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false, end: resolve };
  return Object.assign(state, {
    work: async () => {
      state.begun = true;
      await promise;
    },
  });
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const refused = { status: 503, code: 'common.service_unavailable', headers: { 'Retry-After': '1' } };

describe('turns', () => {
  it('an account has its share at work at once; the rest begin in the order they came', async () => {
    const turns = createTurns({ share: 2 });
    const jobs = Array.from({ length: 5 }, job);
    const all = jobs.map(({ work }) => turns.take(1, work));
    const begun = () => jobs.map((each) => each.begun);
    expect(begun()).toEqual([true, true, false, false, false]);
    jobs[1]!.end();
    await settle();
    expect(begun()).toEqual([true, true, true, false, false]);
    jobs[0]!.end();
    jobs[2]!.end();
    await settle();
    expect(begun()).toEqual([true, true, true, true, true]);
    for (const each of jobs) each.end();
    await Promise.all(all);
  });

  it('nobody waits for another account, nor does what belongs to none', async () => {
    const turns = createTurns({ share: 1 });
    const [held, waiting, other, free] = [job(), job(), job(), job()];
    const all = [
      turns.take(1, held.work),
      turns.take(1, waiting.work),
      turns.take(2, other.work),
      turns.take(undefined, free.work),
    ];
    expect([held.begun, waiting.begun, other.begun, free.begun]).toEqual([true, false, true, true]);
    for (const each of [held, waiting, other, free]) each.end();
    await Promise.all(all);
  });

  it('work that fails hands its place on', async () => {
    const turns = createTurns({ share: 1 });
    const failing = turns.take(1, async () => {
      await settle();
      throw new Error('no');
    });
    const next = turns.take(1, async () => 'next');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
    expect(await turns.take(1, async () => 'later')).toBe('later');
  });

  it('more than may wait are refused at once, and whoever waits too long is: neither was begun [JEX-R51]', async () => {
    const turns = createTurns({ share: 1, waiting: 2, patienceMillis: 30 });
    const jobs = Array.from({ length: 4 }, job);
    const [held, first, second, surplus] = jobs.map(({ work }) => turns.take(1, work));
    await expect(surplus).rejects.toMatchObject(refused);
    await Promise.all([first, second].map((late) => expect(late).rejects.toMatchObject(refused)));
    expect(jobs.map((each) => each.begun)).toEqual([true, false, false, false]);
    jobs[0]!.end();
    await held;
    expect(await turns.take(1, async () => 'free again')).toBe('free again');
  });
});

describe('a pool', () => {
  let database: TestDatabase;
  let db: Database;
  let holder: postgres.Sql;

  beforeAll(async () => {
    database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
    db = connect({ url: database.url, schema: 'chat', applicationName: 'turns-test', max: 4 });
    holder = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  });
  afterAll(async () => {
    await db.close();
    await holder.end();
    await database.drop();
  });

  const blocked = async (): Promise<number> => {
    const [row] = await holder<{ n: number }[]>`
      select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    return row!.n;
  };
  /** Both ways to write: in a transaction, and by a statement alone. */
  const write = (account: number, index: number): Promise<unknown> => {
    const lock = sql`select pg_advisory_xact_lock(${account}::bigint)`;
    if (index % 2 === 0) return db.alone(account, (executor) => executor.execute(lock));
    return runInContext({ requestId: 'turns', clientAccountId: account }, () => db.write((tx) => tx.execute(lock)));
  };

  it('has half of its connections left for the others while one account waits for a lock [JEX-R52]', async () => {
    await holder`select pg_advisory_lock(1)`;
    const writers = Array.from({ length: 200 }, (_, index) => write(1, index));
    let done = 0;
    const ends = Promise.allSettled(writers.map((writer) => writer.then(() => (done += 1))));
    await vi.waitFor(async () => expect(await blocked()).toBe(2), { timeout: 60_000, interval: 10 });
    // More than there are connections, of others and of nobody, in both ways.
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(2 + index, index)));
    await Promise.all(Array.from({ length: 20 }, () => db.executor.execute(sql`select 1`)));
    expect([await blocked(), done]).toEqual([2, 0]);
    await holder`select pg_advisory_unlock(1)`;
    // On a busy machine some have waited longer than anybody is to wait: each of the others has written.
    const faults = (await ends).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    for (const fault of faults)
      if (!isWaitGivenUp(fault)) expect(fault).toMatchObject({ status: 503, code: 'common.service_unavailable' });
    expect(done).toBe(200 - faults.length);
  });

  it('tries a statement alone again when it lost against another one', async () => {
    let tries = 0;
    const flaky = db.alone(1, async (executor) => {
      tries += 1;
      if (tries < 3)
        await executor.execute(sql.raw(`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`));
      return tries;
    });
    expect(await flaky).toBe(3);
  });
});
