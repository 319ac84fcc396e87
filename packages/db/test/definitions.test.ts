import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprintMigrations, migrate, missingMigrations } from '../src/index.ts';

let folder: string;
let older: string;
let newer: string;
let database: TestDatabase;
let runtime: postgres.Sql;
let owner: postgres.Sql;

const says = (text: string): string =>
  `create or replace function word() returns text language sql as $$ select '${text}' $$;`;

/** A build: its migrations, and its definitions beside them. */
function build(name: string, definitions: Readonly<Record<string, string>>): string {
  mkdirSync(join(folder, name, 'migrations'), { recursive: true });
  mkdirSync(join(folder, name, 'sql'), { recursive: true });
  writeFileSync(join(folder, name, 'migrations', '0001_things.sql'), 'create table things (id int, name text);');
  for (const [file, sql] of Object.entries(definitions)) writeFileSync(join(folder, name, 'sql', `${file}.sql`), sql);
  return join(folder, name, 'migrations');
}

const apply = (directory: string, replaceNewer = false) =>
  migrate({ url: database.ownerUrl, service: 'chat', directory, ...(replaceNewer ? { replaceNewer } : {}) });
const word = async (): Promise<string> => (await runtime<{ word: string }[]>`select word() as word`)[0]!.word;
/** Changes whenever the function is made anew. */
const making = async () => (await owner`select xmin::text as made from pg_proc where proname = 'word'`)[0]?.made;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'definitions-'));
  older = build('older', {
    words: says('old'),
    'things-view': 'create or replace view things_view as select id, name from things;',
  });
  newer = build('newer', {
    words: says('new'),
    'things-view': 'create or replace view things_view as select id, name from things;',
  });
  database = await createTestDatabase('chat', older);
  runtime = postgres(database.url, { max: 1, onnotice: () => {} });
  owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} });
});

afterEach(async () => {
  await Promise.all([runtime.end(), owner.end()]);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('definitions come after the migrations they stand on, and the runtime role may use them', async () => {
  expect(await word()).toBe('old');
  expect(await runtime`select * from things_view`).toEqual([]);
  expect(await missingMigrations(runtime, older)).toEqual([]);
});

it('only the one whose text changed is applied, and space between words is no change', async () => {
  expect((await apply(older)).applied).toEqual([]);
  const made = await making();
  writeFileSync(join(folder, 'older', 'sql', 'words.sql'), `\n${says('old').replaceAll(' ', '  ')}\n`);
  expect((await apply(older)).applied).toEqual([]);
  expect(await making()).toBe(made);
  expect((await apply(newer)).applied).toEqual(['sql/words']);
  expect(await word()).toBe('new');
});

it('a build waits for a form of its own that the schema never had', async () => {
  expect(await missingMigrations(runtime, newer)).toEqual(['sql/words']);
  await apply(newer);
  expect(await missingMigrations(runtime, newer)).toEqual([]);
});

it('an older build that starts again takes work and leaves the newer form alone', async () => {
  await apply(newer);
  expect(await missingMigrations(runtime, older)).toEqual([]);
  expect(await apply(older)).toEqual({ applied: [], newer: ['sql/words'] });
  expect(await word()).toBe('new');
});

it('a newer form is put back by an operator alone, and the newer build then applies its own again', async () => {
  await apply(newer);
  expect(await apply(older, true)).toEqual({ applied: ['sql/words'], newer: [] });
  expect(await word()).toBe('old');
  expect(await missingMigrations(runtime, newer)).toEqual(['sql/words']);
  expect((await apply(newer)).applied).toEqual(['sql/words']);
  expect(await word()).toBe('new');
});

it('files that change together take effect together or not at all', async () => {
  const faulty = build('faulty', {
    words: says('third'),
    'things-view': 'create or replace view things_view as select id, name from things;',
    zero: 'create or replace view zero as select nothing from nowhere;',
  });
  await expect(apply(faulty)).rejects.toThrow(/nowhere/);
  expect(await word()).toBe('old');
  expect(await missingMigrations(runtime, faulty)).toEqual(['sql/words', 'sql/zero']);
});

it('builds that race apply each form once', async () => {
  const outcomes = await Promise.all([apply(newer), apply(newer), apply(newer)]);
  expect(outcomes.flatMap(({ applied }) => applied)).toEqual(['sql/words']);
});

it('templates of tests are distinguished by definitions too', async () => {
  expect(await fingerprintMigrations(newer)).not.toBe(await fingerprintMigrations(older));
});

it('a schema with nothing in it is asked without an error of the server', async () => {
  const empty = postgres(database.url, { max: 1, connection: { search_path: 'pg_temp' } });
  try {
    expect(await missingMigrations(empty, older)).toEqual(
      expect.arrayContaining(['0001_things', 'sql/things-view', 'sql/words']),
    );
    // A statement that failed would have ended the transaction.
    const missing = await empty.begin((tx) => missingMigrations(tx as unknown as postgres.Sql, older));
    expect(missing).toContain('sql/words');
  } finally {
    await empty.end();
  }
});
