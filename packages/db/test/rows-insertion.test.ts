import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, momentText } from '../src/columns.ts';
import { connect, type Database, rowsInsertion } from '../src/index.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
  db = connect({ url: database.url, schema: 'chat', applicationName: 'rows-insertion-test', max: 1 });
  await db.executor.execute(sql`
    create temporary table sheets (id bigint generated always as identity, name text, amount numeric(19, 2), day date,
      at timestamptz, said jsonb, tags bigint[] not null, is_new boolean, place integer, kind text not null default 'plain')`);
});

afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const sheets = pgTable('sheets', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
  name: text('name'),
  amount: numeric('amount', { precision: 19, scale: 2 }),
  day: day('day'),
  at: momentText('at'),
  said: jsonb('said'),
  tags: bigint('tags', { mode: 'number' }).array().notNull(),
  isNew: boolean('is_new'),
  place: integer('place'),
  kind: text('kind').notNull().default('plain'),
});
const insert = rowsInsertion(sheets, ['name', 'amount', 'day', 'at', 'said', 'tags', 'isNew', 'place']);

const whole = {
  ...{
    name: `O'Hara "$1" \\ {}, Ærø 🧾`,
    amount: '99999999999999999.99',
    day: '2026-01-31',
    at: '2026-01-31T10:20:30Z',
  },
  ...{ said: { a: [1, null, '$2'], b: 'null' }, tags: [3, 9007199254740991], isNew: false, place: 7 },
};
const none = { name: null, amount: null, day: null, at: null, said: null, tags: [], isNew: null, place: null };

it('stores any number of rows as the builder would, and gives them in their order as it would read them', async () => {
  const rows = [whole, none, { ...whole, name: 'null' }, ...Array.from({ length: 300 }, () => none)];
  const stored = await insert(db.executor, rows);
  expect(stored).toEqual(await db.executor.select().from(sheets).orderBy(sheets.id));
  expect(stored.map(({ id, at, kind, ...row }) => ({ ...row, at: at && '2026-01-31T10:20:30Z' }))).toEqual(rows);
  expect(new Set(stored.map(({ kind }) => kind))).toEqual(new Set(['plain']));
  // Null is no JSON.
  expect(await db.executor.execute(sql`select count(*)::int as n from sheets where said is null`)).toEqual([
    { n: rows.length - 2 },
  ]);
  expect(await insert(db.executor, [])).toEqual([]);
});

it('refuses a row that leaves something out: nothing would stand in its place', async () => {
  const { name: _, ...rest } = whole;
  await expect(insert(db.executor, [whole, rest as typeof whole])).rejects.toThrow('says nothing of "name"');
});
