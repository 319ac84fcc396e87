import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type Database, deleted, type ErasureStep, eraseRecords, rowsOf } from '../src/index.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'use-case-fixture'));
  db = connect({ url: database.url, schema: 'chat', applicationName: 'erasure', max: 2 });
  const owner = connect({ url: database.ownerUrl, schema: 'chat', applicationName: 'owner', max: 1 });
  await owner.executor.execute(sql`create table pages (id bigint primary key)`);
  await owner.executor.execute(sql`create table words (page_id bigint references pages)`);
  await owner.executor.execute(sql`create table letters (client_account_id bigint, opened integer)`);
  await owner.executor.execute(sql`grant all on pages, words, letters to chat`);
  await owner.close();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const step = (table: string, before?: () => Promise<unknown>): ErasureStep => ({
  with: ['ALL'],
  counts: table.toUpperCase(),
  erase: async (tx) => {
    await before?.();
    return deleted(tx, sql`delete from ${sql.identifier(table)}`);
  },
});

it('begins again when a row came meanwhile that refers to what is to go, and counts each once', async () => {
  await db.executor.execute(sql`insert into pages values (1)`);
  await db.executor.execute(sql`insert into words values (1), (1)`);
  let hasCome = false;
  const late = async () => {
    if (!hasCome) await db.aside(() => db.executor.execute(sql`insert into words values (1)`));
    hasCome = true;
  };
  const steps = [step('words'), step('pages', late)];
  const erasure = { clientAccountId: 1, commandKey: 'late', categories: ['ALL'] };
  expect(await eraseRecords(db, steps, erasure, 5_000)).toEqual({ isDone: false, counts: { WORDS: 2 } });
  expect(await eraseRecords(db, steps, erasure, 5_000)).toEqual({ isDone: true, counts: { WORDS: 3, PAGES: 1 } });
});

it('leaves to another step what that one does instead for a category', async () => {
  await db.executor.execute(sql`insert into pages values (2)`);
  const usual = { ...step('pages'), without: ['SOME'] };
  const erase = (commandKey: string, categories: readonly string[]) =>
    eraseRecords(db, [usual], { clientAccountId: 1, commandKey, categories }, 60_000);
  expect(await erase('instead', ['ALL', 'SOME'])).toEqual({ isDone: true, counts: {} });
  expect(await erase('usual', ['ALL'])).toEqual({ isDone: true, counts: { PAGES: 1 } });
});

it('erases a row that somebody changes at this very moment, and none of another account', async () => {
  const letters = pgTable('letters', {
    clientAccountId: bigint('client_account_id', { mode: 'number' }),
    opened: integer('opened'),
  });
  await db.executor.execute(sql`insert into letters values (7, 0), (8, 0)`);
  const rest = async () =>
    (await db.executor.execute(sql`select client_account_id::int as id from letters`)).map(({ id }) => id);
  const opening = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const change = db.aside(() =>
    db.write(async (tx) => {
      await tx.execute(sql`update letters set opened = opened + 1`);
      isHeld.resolve();
      await opening.promise;
    }),
  );
  await isHeld.promise;
  const steps = [rowsOf(letters, { with: ['ALL'], counts: 'LETTERS' })];
  const erased = eraseRecords(db, steps, { clientAccountId: 7, commandKey: 'letters', categories: ['ALL'] }, 60_000);
  // The erasure waits for whoever has the row.
  const blocked = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.executor.execute(blocked)).length).toBeGreaterThan(0);
  opening.resolve();
  await change;
  expect(await erased).toEqual({ isDone: true, counts: { LETTERS: 1 } });
  expect(await rest()).toEqual([8]);
});
