import { randomBytes } from 'node:crypto';
import { isOutage } from '@app/runtime';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connect, type Database } from '../src/index.ts';

const role = `replaced_${randomBytes(6).toString('hex')}`;
let admin: postgres.Sql;
let db: Database;

beforeAll(async () => {
  const url = new URL(inject('postgresUrl'));
  admin = postgres(url.href, { max: 1 });
  await admin.unsafe(`create role ${role} login password 'old'`);
  [url.username, url.password] = [role, 'old'];
  db = connect({ url: url.href, schema: 'public', applicationName: 'password-test', max: 2 });
});
afterAll(async () => {
  await db?.close();
  await admin.unsafe(`drop role if exists ${role}`);
  await admin.end();
});

it('a password that is replaced leaves open connections alone, and one that cannot be opened is an outage, not a mistake', async () => {
  await db.write(async (tx) => {
    await admin.unsafe(`alter role ${role} password 'new'`);
    expect(await tx.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
    // The one that is open is taken, so this one needs another.
    await expect(db.aside(async () => db.executor.execute(sql`select 1`))).rejects.toSatisfy(isOutage);
  });
  expect(await db.executor.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
});
