import { join } from 'node:path';
import { createMetrics } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Database } from '../src/index.ts';

let database: TestDatabase;
let db: Database;
let metrics: ReturnType<typeof createMetrics>;

beforeEach(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
  metrics = createMetrics({ service: 'chat' });
  db = connect({ url: database.url, schema: 'chat', applicationName: 'db-test', max: 1, metrics });
});

afterEach(async () => {
  await db.close();
  await database.drop();
});

/** Names and values of what is measured, of pools those for requests alone. */
const measured = async (name: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(name) && !/pool_name="(aside|reports)"/.test(line))
      .map((line) => {
        const [what, value] = line.split(/ (?=[^ ]+$)/);
        return [what!.replace(/,?service="chat",?/, ''), Number(value)] as const;
      }),
  );
const POOL = 'db_client_connection_pool_name="requests"';

describe('a pool', () => {
  it('that is used up says so, and who waits; afterwards nobody has or wants a connection', async () => {
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const holder = db.write(async () => {
      begin();
      await done;
    });
    await begun;
    const waiting = Promise.all([
      db.executor.execute(sql`select 1`),
      db.write(async (tx) => tx.execute(sql`select 2`)),
    ]);
    await expect
      .poll(() => measured('db_client_connection'))
      .toEqual({
        [`db_client_connection_count{${POOL},db_client_connection_state="used"}`]: 1,
        [`db_client_connection_max{${POOL}}`]: 1,
        [`db_client_connection_pending_requests{${POOL}}`]: 2,
        [`db_client_connection_timeouts_total{${POOL}}`]: 0,
      });
    end();
    await Promise.all([holder, waiting]);
    expect(await measured('db_client_connection')).toMatchObject({
      [`db_client_connection_count{${POOL},db_client_connection_state="used"}`]: 0,
      [`db_client_connection_pending_requests{${POOL}}`]: 0,
    });
  });
});

describe('a statement', () => {
  it('is measured by what it does, never by what it holds, and a failed one by its state', async () => {
    await db.write((tx) => tx.execute(sql`insert into things (name) values ('somebody@example.com')`));
    await expect(db.executor.execute(sql`select 1 / 0 from things`)).rejects.toThrow();
    const text = JSON.stringify(await measured('db_client_operation_duration_seconds'));
    expect(text).not.toContain('somebody');
    expect(await measured('db_client_operation_duration_seconds_count')).toEqual({
      'db_client_operation_duration_seconds_count{db_system_name="postgresql",db_query_summary="BEGIN"}': 1,
      'db_client_operation_duration_seconds_count{db_system_name="postgresql",db_query_summary="INSERT things"}': 1,
      'db_client_operation_duration_seconds_count{db_system_name="postgresql",db_query_summary="COMMIT"}': 1,
      'db_client_operation_duration_seconds_count{db_system_name="postgresql",db_query_summary="SELECT things",error_type="22012"}': 1,
    });
  });
});

describe('what is done after the commit', () => {
  it('is done then, once, and not when the transaction or its part is taken back', async () => {
    const done: string[] = [];
    const later = (name: string) => db.afterCommit(() => done.push(name));
    later('without a transaction');
    expect(done.splice(0)).toEqual(['without a transaction']);
    await db.write(async () => {
      later('first');
      await db.write(async () => later('part'));
      await db.attempt(async () => {
        later('taken back');
        return { result: undefined, keep: false };
      });
      expect(done).toEqual([]);
    });
    expect(done.splice(0)).toEqual(['first', 'part']);
    await expect(
      db.write(async () => {
        later('failed');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await db.within(
      async () => later('rehearsed'),
      () => false,
    );
    expect(done).toEqual([]);
  });
});
