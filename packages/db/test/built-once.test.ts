import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { and, asc, eq, sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { id } from '../src/columns.ts';
import { anyOf, builtOnce, connect, type Database, type Executor, type Value } from '../src/index.ts';

const things = pgTable('things', { id: id('id').notNull(), name: text('name').notNull() });

let database: TestDatabase;
let db: Database;
let [a, b]: [number, number] = [0, 0];

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
  db = connect({ url: database.url, schema: 'chat', applicationName: 'built-once-test', max: 1 });
  const rows = await db.executor.execute<{ id: string }>(
    sql`insert into things (name) values ('a'), ('b') returning id`,
  );
  [a, b] = rows.map((row) => Number(row.id)) as [number, number];
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** A query and how often it was written. */
function named() {
  const build = vi.fn((ex: Executor, ids: Value<readonly number[]>, name: Value<string>) =>
    ex
      .select({ key: things.id, name: things.name })
      .from(things)
      .where(and(anyOf(things.id, ids), eq(things.name, name)))
      .orderBy(asc(things.id)),
  );
  // A spy says nothing of the parameters of what it stands before.
  return { build, find: builtOnce((ex, ids: Value<readonly number[]>, name: Value<string>) => build(ex, ids, name)) };
}

it('each call has its own values, in their places, and the rows as the builder reads them', async () => {
  const { build, find } = named();
  expect(await find(db.executor, [a, b], 'b')).toEqual([{ key: b, name: 'b' }]);
  expect(await find(db.executor, [a, b], "a'; drop table things")).toEqual([]);
  expect(await find(db.executor, [], 'a')).toEqual([]);
  expect(await find(db.executor, [a], 'a')).toEqual([{ key: a, name: 'a' }]);
  expect(build).toHaveBeenCalledTimes(1);
});

it('is kept prepared from its first call on', async () => {
  const { find } = named();
  await find(db.executor, [a], 'a');
  const kept = await db.executor.execute(
    sql`select from pg_prepared_statements where statement like '%"things"."name" = $2%'`,
  );
  expect(kept).toHaveLength(1);
});

it('runs in the transaction that it is given', async () => {
  const { find } = named();
  await find(db.executor, [a], 'a');
  const seen = await db.within(
    async (tx) => {
      await tx.execute(sql`update things set name = 'changed' where id = ${a}`);
      return find(tx, [a], 'changed');
    },
    () => false,
  );
  expect(seen).toEqual([{ key: a, name: 'changed' }]);
  expect(await find(db.executor, [a], 'changed')).toEqual([]);
});

it('a value that is missing is a mistake, and is not sent', async () => {
  const { find } = named();
  await expect(find(db.executor, [a], undefined as unknown as string)).rejects.toThrow();
  expect(await find(db.executor, [a], 'a')).toHaveLength(1);
});
