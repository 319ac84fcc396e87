import { join } from 'node:path';
import { REQUEST_CONNECTIONS } from '@app/registry';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Database, type Executor } from '../src/index.ts';

const PATIENCE = { timeout: 60_000 };
let database: TestDatabase;
let db: Database;
let pools = 0;
/** Of one pool alone: sessions of the one before may still be ending. */
let applicationName: string;

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
});
afterAll(() => database.drop());
beforeEach(() => {
  applicationName = `warm-test-${++pools}`;
  db = connect({ url: database.url, schema: 'chat', applicationName });
});
afterEach(() => db.close());

const pidOn = async (executor: Executor): Promise<number> =>
  (await executor.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid;
const alone = (): Promise<number> => db.alone(undefined, pidOn);

/** Holds sessions in transactions of what several write together, until it is told to let go. */
function hold(count: number): { readonly pids: Promise<number[]>; readonly letGo: () => Promise<unknown> } {
  const gate = Promise.withResolvers<void>();
  const begun = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const held = begun.map(({ resolve, reject }) =>
    db
      .together(undefined, async (tx) => {
        resolve(await pidOn(tx));
        await gate.promise;
      })
      .catch(reject),
  );
  return {
    pids: Promise.all(begun.map(({ promise }) => promise)),
    letGo: () => {
      gate.resolve();
      return Promise.all(held);
    },
  };
}

describe('what several requests write together', () => {
  it('goes over one session as long as that is free, however many others there are', async () => {
    const { pids, letGo } = hold(REQUEST_CONNECTIONS);
    const [warm] = await pids;
    await letGo();
    const used: number[] = [];
    for (let round = 0; round < 2 * REQUEST_CONNECTIONS; round++) {
      used.push(await alone());
      // Other requests in between take sessions of the pool.
      expect(await pidOn(db.executor)).not.toBe(warm);
    }
    expect(new Set(used)).toEqual(new Set([warm]));
  });

  it('waits for nobody who has it: the next one takes a session of the pool', async () => {
    const { pids, letGo } = hold(1);
    const [warm] = await pids;
    expect(await alone()).not.toBe(warm);
    expect(await db.together(undefined, pidOn)).not.toBe(warm);
    await letGo();
    expect(await alone()).toBe(warm);
  });

  it('is no more connections than before', async () => {
    const { pids, letGo } = hold(REQUEST_CONNECTIONS);
    expect(new Set(await pids).size).toBe(REQUEST_CONNECTIONS);
    const surplus = Array.from({ length: 4 }, () => [alone(), pidOn(db.executor)]).flat();
    const [row] = await db.raw<{ open: number }[]>`
      select count(*)::int as open from pg_stat_activity where application_name = ${applicationName}`;
    expect(row!.open).toBe(REQUEST_CONNECTIONS);
    await letGo();
    await Promise.all(surplus);
  });

  it('has its session again after that failed, and after it was lost', async () => {
    const warm = await alone();
    await expect(db.alone(undefined, (executor) => executor.execute(sql`select 1 / 0`))).rejects.toThrow();
    await expect(db.together(undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await alone()).toBe(warm);
    await db.raw`select pg_terminate_backend(${warm})`;
    await expect.poll(() => alone().catch(() => warm), PATIENCE).not.toBe(warm);
    const next = await alone();
    expect(await alone()).toBe(next);
  });

  it('leaves that session to the others while it waits for an account', async () => {
    const warm = await alone();
    expect(await db.alone(1, pidOn)).not.toBe(warm);
    expect(await db.together(1, pidOn)).not.toBe(warm);
  });
});
