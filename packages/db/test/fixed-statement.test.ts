import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { sql } from 'drizzle-orm';
import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bytes, day, moment } from '../src/columns.ts';
import { connect, type Database, fixedStatement } from '../src/index.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
  db = connect({ url: database.url, schema: 'chat', applicationName: 'fixed-statement-test', max: 1 });
  await db.executor.execute(
    sql`create temporary table papers (name text, number bigint, day date, at timestamptz, hash bytea, said jsonb, kind text)`,
  );
});

afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const papers = pgTable('papers', {
  name: text('name'),
  number: bigint('number', { mode: 'number' }),
  day: day('day'),
  at: moment('at'),
  hash: bytes('hash'),
  said: jsonb('said'),
  kind: text('kind'),
});
const all = { name: "O'Hara $1", number: 7, day: '2026-01-31', at: new Date('2026-01-31T10:20:30.456Z') };
const whole = { ...all, hash: Buffer.from([0, 255, 36, 49]), said: { a: [1, null], b: '$2' } };
const none = { name: null, number: null, day: null, at: null, hash: null, said: null };

const insert = () => {
  const value = sql.placeholder;
  const values = {
    ...{ name: value('name'), number: value('number'), day: value('day'), at: value('at'), hash: value('hash') },
    ...{ said: value('said'), kind: 'fixed' },
  };
  return fixedStatement(
    sql`with stored as ${db.executor.insert(papers).values(values)} select ${value('name')}::text as name`,
  );
};

it('stores what each call gives as the columns take it, null as none, and what is the same for all', async () => {
  const statement = insert();
  const answers = [];
  for (const values of [whole, none, { ...whole, name: 'second' }])
    answers.push((await db.executor.execute<{ name: string | null }>(statement(values)))[0]!.name);
  expect(answers).toEqual([whole.name, null, 'second']);
  const stored = await db.executor.select().from(papers);
  expect(stored).toEqual([whole, none, { ...whole, name: 'second' }].map((row) => ({ ...row, kind: 'fixed' })));
  // Null is no JSON.
  expect(await db.executor.execute(sql`select count(*)::int as n from papers where said is null`)).toEqual([{ n: 1 }]);
});

it('every call has the same text, so that it is kept prepared', async () => {
  const statement = insert();
  for (let n = 0; n < 6; n++) await db.executor.execute(statement({ ...whole, name: String(n) }));
  const kept = await db.executor.execute<{ statement: string }>(
    sql`select statement from pg_prepared_statements where statement like 'with stored%'`,
  );
  expect(kept).toHaveLength(1);
});

it('a value that is missing is a mistake, and so is text that looks like a parameter', () => {
  expect(() => insert()({ ...whole, day: undefined })).toThrow('the statement has no value for "day"');
  expect(() => fixedStatement(sql`select '$1' as price, ${sql.placeholder('name')} as name`)).toThrow(
    'text that looks like a parameter',
  );
});
