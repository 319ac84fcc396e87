import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { id } from '../src/columns.ts';
import { anyOf, builtOnce, connect, type Database, type Executor, sharedLookup, type Value } from '../src/index.ts';

const things = pgTable('things', { id: id('id').notNull(), name: text('name').notNull() });
const byId = builtOnce((ex, ids: Value<readonly number[]>) => ex.select().from(things).where(anyOf(things.id, ids)));

let database: TestDatabase;
let db: Database;
let [a, b]: [number, number] = [0, 0];

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
  db = connect({ url: database.url, schema: 'chat', applicationName: 'shared-lookup-test' });
  const rows = await db.executor.execute<{ id: string }>(
    sql`insert into things (name) values ('a'), ('b') returning id`,
  );
  [a, b] = rows.map((row) => Number(row.id)) as [number, number];
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** A lookup, and where it has read. */
function lookups() {
  const executors: Executor[] = [];
  const lookup = sharedLookup(
    db,
    (ex, ids: readonly number[]) => {
      executors.push(ex);
      return byId(ex, ids);
    },
    (thing) => thing.id,
  );
  const names = async (...keys: readonly number[]) => (await Promise.all(keys.map(lookup))).map((thing) => thing?.name);
  return { names, whereRead: () => executors.splice(0) };
}

it('lookups of one moment are one statement, and each gets its own answer', async () => {
  const { names, whereRead } = lookups();
  expect(await names(b, -1, a, b)).toEqual(['b', undefined, 'a', 'b']);
  expect(whereRead()).toEqual([db.executor]);
});

it('one in a transaction reads there, and what it has changed is seen by nobody else', async () => {
  const { names, whereRead } = lookups();
  const seen = await db.within(
    async (tx) => {
      await tx.execute(sql`update things set name = 'changed' where id = ${a}`);
      return { names: await names(a, a), executors: whereRead(), tx };
    },
    () => false,
  );
  expect(seen.names).toEqual(['changed', 'changed']);
  expect(seen.executors).toEqual([seen.tx, seen.tx]);
  expect(await names(a)).toEqual(['a']);
});

it('one of work aside reads on the connections of such work', async () => {
  const { names, whereRead } = lookups();
  const aside = await db.aside(async () => ({ names: await names(a), executor: db.executor }));
  expect([aside.names, whereRead()]).toEqual([['a'], [aside.executor]]);
  expect(aside.executor).not.toBe(db.executor);
});

it('whoever asks after a change sees it, also while another lookup is under way', async () => {
  const { names } = lookups();
  const before = names(b);
  await db.executor.execute(sql`update things set name = 'later' where id = ${b}`);
  expect(await names(b)).toEqual(['later']);
  expect(['b', 'later']).toContain((await before)[0]);
});
