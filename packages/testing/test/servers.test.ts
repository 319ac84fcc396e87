import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../src/database.ts';

let home: string;
let folder: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'schema-'));
  folder = join(home, 'migrations');
  mkdirSync(folder);
  writeFileSync(
    join(folder, '0001_notes.sql'),
    "create table specimen.notes (id int primary key, text text); insert into specimen.notes values (1, 'first');",
  );
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

it('a test database is migrated, its own, and gone after drop', async () => {
  const [one, two] = await Promise.all([
    createTestDatabase('specimen', folder),
    createTestDatabase('specimen', folder),
  ]);
  const first = postgres(one.url, { max: 1 });
  const second = postgres(two.url, { max: 1 });
  try {
    await first`insert into notes values (2, 'second')`;
    expect(await first`select id from notes order by id`).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await second`select id from notes order by id`).toEqual([{ id: 1 }]);
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
  await Promise.all([one.drop(), two.drop()]);
  const admin = postgres(inject('postgresUrl'), { max: 1 });
  try {
    // Of these two: other packages make databases of this name on the same server at the same time.
    const names = [one, two].map(({ url }) => new URL(url).pathname.slice(1));
    expect(await admin`select datname from pg_database where datname = any(${names})`).toEqual([]);
  } finally {
    await admin.end();
  }
});

it('changed migrations make another template', async () => {
  const before = await createTestDatabase('specimen', folder);
  writeFileSync(join(folder, '0002_tags.sql'), 'create table specimen.tags (id int primary key);');
  const after = await createTestDatabase('specimen', folder);
  const sql = postgres(after.url, { max: 1 });
  try {
    expect(await sql`select count(*)::int as tags from tags`).toEqual([{ tags: 0 }]);
  } finally {
    await sql.end();
    await Promise.all([before.drop(), after.drop()]);
  }
});

it('the NATS of the test run has JetStream', async () => {
  const nats = await connect({ servers: inject('natsUrl') });
  try {
    const info = await (await nats.jetstreamManager()).getAccountInfo();
    expect(info.limits.max_storage).not.toBe(0);
  } finally {
    await nats.close();
  }
});
