import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, type Database, lookupOn } from '../src/index.ts';

let database: TestDatabase;
let db: Database;

beforeEach(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
  // A statement whose sender is kept from the processor in the middle of sending it is under way all the while.
  const url = `${database.url}?statement_timeout=300000`;
  db = connect({ url, schema: 'chat', applicationName: 'prepare-test', max: 1 });
});

afterEach(async () => {
  await db.close();
  await database.drop();
});

const prepared = async (executor = db.executor): Promise<string[]> => {
  const rows = await executor.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements where statement not like '%pg_catalog%'`, // of the driver's own
  );
  return rows.map(({ statement }) => statement);
};
const named = (executor: Database['executor'], name: string) =>
  executor.execute(sql`select name from things where name = ${name}`);

it('a statement that keeps coming is prepared, one that came a few times is not', async () => {
  for (let n = 0; n < 4; n++) await named(db.executor, String(n));
  expect(await prepared()).toEqual([]);
  for (let n = 0; n < 10; n++) await named(db.executor, String(n));
  expect(await prepared()).toEqual(['select name from things where name = $1']);
});

it('in transactions and savepoints too', async () => {
  for (let n = 0; n < 8; n++) {
    await db.write(async (tx) => {
      await tx.execute(sql`insert into things (name) values (${`outer ${n}`})`);
      await db.write((inner) => inner.execute(sql`insert into things (name) values (${`inner ${n}`}) returning name`));
    });
  }
  expect((await prepared()).filter((text) => text.startsWith('insert'))).toHaveLength(2);
});

it('what the service does for itself, beside requests, too', async () => {
  const found = await db.aside(() =>
    db.write(async (tx) => {
      for (let n = 0; n < 8; n++) await named(tx, String(n));
      return prepared(tx);
    }),
  );
  expect(found).toEqual(['select name from things where name = $1']);
});

it('texts that are built for one request fill no memory of the server', async () => {
  const texts = Array.from({ length: 300 }, (_, n) => n);
  const times = [0, 1, 2, 3, 4, 5];
  // Sent one behind the other without waiting for answers, over one connection.
  await Promise.all(
    texts.flatMap((n) =>
      times.map((again) => db.executor.execute(sql.raw(`select ${n} as n`).append(sql` where ${again} >= 0`))),
    ),
  );
  expect((await prepared()).length).toBeLessThanOrEqual(200);
});

it('a table that a later version changes is read on', async () => {
  const all = () => db.executor.execute(sql`select * from things where name > ${''}`);
  await db.executor.execute(sql`insert into things (name) values ('here')`);
  for (let n = 0; n < 8; n++) await all();
  const owner = connect({ url: database.ownerUrl, schema: 'chat', applicationName: 'prepare-test', max: 1 });
  await owner.executor.execute(sql.raw('alter table things add column later text'));
  await owner.close();
  expect(await all()).toMatchObject([{ name: 'here', later: null }]);
});

it('a long read is planned anew each time, what it looks up by key is prepared, on the same connections', async () => {
  const own = connect({
    ...{ url: database.url, schema: 'chat', applicationName: 'prepare-test' },
    pools: { requests: 1, raw: 1, aside: 0, reports: 2 },
  });
  const [texts, sessions] = await own.report(async (executor) => {
    const seen = new Set<unknown>();
    for (let n = 0; n < 20; n++) {
      await executor.execute(sql`select name from things where name < ${String(n)}`);
      await named(lookupOn(executor), String(n));
      for (const each of [executor, lookupOn(executor)])
        seen.add((await each.execute(sql`select pg_backend_pid() as pid`))[0]!.pid);
    }
    return [new Set([...(await prepared(executor)), ...(await prepared(executor))]), seen] as const;
  });
  expect([...texts]).toEqual(['select name from things where name = $1']);
  expect(sessions.size).toBeLessThanOrEqual(2);
  expect(lookupOn(own.executor)).toBe(own.executor);
  await own.close();
});
