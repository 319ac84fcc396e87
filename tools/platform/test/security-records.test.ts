import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { migrate } from '@app/db';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readQuestion } from '../src/audit-question.ts';
import { ROOT } from '../src/root.ts';
import { findRecords, lineOf } from '../src/security-records.ts';

let made: TestDatabase;
let sql: postgres.Sql;
const server = () => ({ postgresUrl: inject('postgresUrl'), database: new URL(made.adminUrl).pathname.slice(1) });

beforeAll(async () => {
  made = await createTestDatabase('chat', join(ROOT, 'nowhere'));
  sql = postgres(made.adminUrl, { max: 1, onnotice: () => undefined });
  await sql`create schema listener`;
  await migrate({ url: made.adminUrl, service: 'listener', directory: join(ROOT, 'nowhere') });
  const add = (schema: string, at: string, kind: string, more: object) =>
    sql`insert into ${sql(schema)}.security_events ${sql({ occurred_at: at, kind, result: 'done', details: sql.json({}), ...more })}`;
  await add('chat', '2026-11-01T10:00:00Z', 'sign_in', { user_id: 5, address: '203.0.113.7', request_id: 'r-1' });
  await add('listener', '2026-11-01T11:00:00Z', 'role_given', {
    user_id: 6,
    target_user_id: 5,
    client_account_id: 8,
    details: sql.json({ role_id: 3 }),
  });
  await add('chat', '2026-11-02T10:00:00Z', 'sign_in', {
    target_user_id: 5,
    result: 'refused',
    times: 40,
    last_at: '2026-11-02T10:30:00Z',
  });
  await add('listener', '2026-11-03T10:00:00Z', 'client_deleted', {
    user_id: 7,
    details: sql.json({ client: 'app_x' }),
  });
});

afterAll(async () => {
  await sql.end();
  await made.drop();
});

const ask = async (...args: string[]) => findRecords(server(), readQuestion(args));
const daysOf = async (...args: string[]) =>
  (await ask(...args)).records.map(({ occurred_at }) => occurred_at.slice(8, 13));

it('are found in every service, oldest first, by everything that a record says', async () => {
  expect(await daysOf()).toEqual(['01T10', '01T11', '02T10', '03T10']);
  expect(await daysOf('--user', '5')).toEqual(['01T10', '01T11', '02T10']);
  expect(await daysOf('--user', '5', '--kind', 'sign_in', '--since', '2026-11-02')).toEqual(['02T10']);
  expect(await daysOf('--kind', 'sign_in,role_given', '--until', '2026-11-01T10:30:00Z')).toEqual(['01T10']);
  expect(await daysOf('--account', '8')).toEqual(['01T11']);
  expect(await daysOf('--result', 'refused')).toEqual(['02T10']);
  expect(await daysOf('--address', '203.0.113.7')).toEqual(['01T10']);
  expect(await daysOf('--request', 'r-1')).toEqual(['01T10']);
  expect(await daysOf('--client', 'app_x')).toEqual(['03T10']);
  // What went on after the moment counts, although it began before.
  expect(await daysOf('--result', 'refused', '--since', '2026-11-02T10:15:00Z')).toEqual(['02T10']);
});

it('are the latest when there are more than the limit, and that is said', async () => {
  const { records, hasMore, services } = await ask('--limit', '2');
  expect([records.map(({ kind }) => kind), hasMore, services]).toEqual([['sign_in', 'client_deleted'], true, 2]);
  expect((await ask('--limit', '4')).hasMore).toBe(false);
});

it('read as one line each, with ids as numbers', async () => {
  const { records } = await ask('--user', '5');
  expect(records[1]).toMatchObject({
    service: 'listener',
    user_id: 6,
    target_user_id: 5,
    client_account_id: 8,
    details: { role_id: 3 },
  });
  expect(lineOf(records[1]!)).toMatch(
    /^2026-11-01T11:00:00.000Z +listener +role_given +done +user=6 +account=8 +on_user=5 +role_id=3$/,
  );
  expect(lineOf(records[2]!)).toMatch(/sign_in +refused +times=40 until=2026-11-02T10:30:00.000Z +on_user=5$/);
});

it('npm run audit prints them, as a table or one JSON object a line, and says what is wrong with its words', async () => {
  const run = (...args: string[]): Promise<{ code: number; out: string; errors: string }> =>
    new Promise((resolve) => {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const env = {
        PATH,
        NODE_COMPILE_CACHE,
        POSTGRES_URL: inject('postgresUrl'),
        POSTGRES_DATABASE: server().database,
      };
      const child = execFile(
        process.execPath,
        [join(ROOT, 'tools/platform/src/audit.ts'), ...args],
        { env },
        (_, out, errors) => resolve({ code: child.exitCode ?? -1, out, errors }),
      );
    });
  const table = await run('--user', '5', '--kind', 'sign_in');
  expect([table.code, table.out.split('\n').length, table.errors]).toEqual([
    0,
    3,
    expect.stringContaining('2 records'),
  ]);
  const json = await run('--account', '8', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ service: 'listener', kind: 'role_given', target_user_id: 5 });
  const wrong = await run('--kind', 'sign_on');
  expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('There is no kind "sign_on"')]);
});

it.each([
  [['--kind', 'sign_on'], /There is no kind "sign_on"/],
  [['--user', 'kari'], /--user must be a positive whole number/],
  [['--since', '2026-02-30'], /--since must be a day/],
  [['--result', 'maybe'], /--result must be/],
  [['--users', '5'], /Unknown option/],
])('%j is refused with what is wrong', (args, message) => {
  expect(() => readQuestion(args)).toThrow(message);
});
