import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createFileStore, type FileStore } from '@app/files';
import { createTestDatabase, partitionTables, type TestDatabase } from '@app/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import {
  backupsIn,
  checkBackup,
  type Manifest,
  readManifest,
  restoreBackup,
  takeBackup,
  writeBackupMetrics,
} from '../src/index.ts';
import { readLines } from '../src/parts.ts';

const SERVICES = join(import.meta.dirname, '../../../services');
const migrationsOf = (name: string): string => join(SERVICES, name, 'migrations');
const KEYS = { DATA_ENCRYPTION_KEY: ['present', 'earlier'] };
const BYTES = Buffer.from('%PDF-1.7 a receipt');

let made: TestDatabase;
let sql: postgres.Sql;
let place: string;
let store: FileStore;
const restoredDatabases: string[] = [];

/** The books of two companies' documents: rows with guards (triggers, foreign keys, identities) and a stored file. */
beforeAll(async () => {
  made = await createTestDatabase('documents', migrationsOf('documents'));
  sql = postgres(made.adminUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: { search_path: 'documents, extensions' },
  });
  place = mkdtempSync(join(tmpdir(), 'backup-'));
  store = await openStore('store');
  await addFile(7, BYTES);
});
afterAll(async () => {
  await sql?.end();
  await made?.drop();
  for (const name of restoredDatabases) await dropDatabase(name);
  rmSync(place, { recursive: true, force: true });
});

const openStore = (name: string): Promise<FileStore> =>
  createFileStore({ FILE_STORE: 'folder', FILES_DIR: join(place, name), S3_REGION: 'eu-north-1' });

async function addFile(account: number, bytes: Buffer): Promise<string> {
  const key = `${account}/ab/${randomBytes(16).toString('hex')}`;
  const { sha256, size } = await store.put(key, [bytes], { maximumBytes: 1_000 });
  await sql`insert into contents (client_account_id, sha256, size, store_key, created_at) values (${account}, ${sha256}, ${size}, ${key}, now())`;
  return key;
}

async function dropDatabase(name: string): Promise<void> {
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => undefined });
  await admin.unsafe(`drop database if exists "${name}" with (force)`);
  await admin.end();
}

const take = (folder: string, more: Partial<Parameters<typeof takeBackup>[0]> = {}) =>
  takeBackup({
    ...{ url: made.adminUrl, services: ['documents', 'ledger'], store, into: join(place, folder), keys: KEYS },
    say: () => undefined,
    ...more,
  });

/** A stream that is found unused so often, and whatever is asked of it. */
function playStream(free = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const stream = {
    requireUnused: async () => {
      if (asked.push('requireUnused') > free) throw new Error('somebody reads it');
    },
    empty: async () => void asked.push('empty'),
  };
  return { asked, stream };
}

const restore = (folder: string, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) => {
  const database = `r_${randomBytes(6).toString('hex')}`;
  restoredDatabases.push(database, `${database}_restoring`);
  return restoreBackup({
    ...{ folder, adminUrl: inject('postgresUrl'), database, store, keys: KEYS, replaces: false },
    services: [{ name: 'documents', migrations: migrationsOf('documents'), hasEraser: false }],
    stream: { requireUnused: async () => undefined, empty: async () => undefined },
    say: () => undefined,
    ...more,
  }).then((restored) => ({ database, ...restored }));
};

const open = (database: string): postgres.Sql => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return postgres(url.href, {
    max: 1,
    onnotice: () => undefined,
    connection: { search_path: 'documents, extensions' },
  });
};

async function contentsOf(database: string): Promise<number> {
  const there = open(database);
  try {
    return (await there`select from contents`).length;
  } finally {
    await there.end();
  }
}

describe('a backup', () => {
  let folder: string;
  let manifest: Manifest;

  beforeEach(async () => {
    if (folder === undefined) ({ folder, manifest } = await take('whole'));
  });

  it('brings back every row, number and file, and goes on where the books were', async () => {
    const elsewhere = await openStore('elsewhere');
    const { database, rows, files, kept } = await restore(folder, { store: elsewhere });
    expect({ rows: rows > 0, files, kept }).toEqual({ rows: true, files: 1, kept: undefined });
    const there = open(database);
    try {
      const [content] = await there<{ store_key: string }[]>`select store_key from contents`;
      const pieces = [];
      for await (const piece of await elsewhere.open(content!.store_key)) pieces.push(piece);
      expect(Buffer.concat(pieces)).toEqual(BYTES);
      for (const { name, rows: count } of manifest.schemas[0]!.tables)
        expect([name, (await there`select from ${there(name)}`).length]).toEqual([name, count]);
      const tables = await there`select count(*)::int as count from pg_trigger where not tgisinternal`;
      const before = await sql`select count(*)::int as count from pg_trigger where not tgisinternal`;
      expect(tables[0]!.count, 'the guards are on again').toBe(before[0]!.count);
    } finally {
      await there.end();
    }
  });

  it('has rows of one moment, whatever is written while it is made, and all that was acknowledged before it', async () => {
    const acknowledged: number[] = [];
    const [{ before }] = await sql<[{ before: number }]>`select count(*)::int as before from outbox`;
    const writer = postgres(made.adminUrl, { max: 1, connection: { search_path: 'documents, extensions' } });
    let done = false;
    const writing = (async () => {
      while (!done) {
        // Both or neither, in tables that are read one after the other.
        await writer.begin(async (tx) => {
          await tx`insert into outbox (subject, version, payload) values ('events.documents.x', 1, '{}')`;
          await tx`insert into inbox (consumer, event_id) values ('c', uuidv7())`;
        });
        acknowledged.push(Date.now());
      }
    })();
    const { manifest: under } = await take('under-load');
    done = true;
    await writing;
    await writer.end();
    const [documents] = under.schemas;
    const rowsOf = (table: string) => documents!.tables.find(({ name }) => name === table)!.rows;
    expect(acknowledged.length).toBeGreaterThan(0);
    const moment = Date.parse(under.moment);
    expect(rowsOf('outbox') - before).toBeGreaterThanOrEqual(acknowledged.filter((at) => at < moment).length);
    expect(rowsOf('outbox')).toBe(rowsOf('inbox'));
  });

  it('publishes again what was published and may not have been consumed', async () => {
    await sql`insert into outbox (subject, version, payload, published_at) values ('events.documents.y', 1, '{}', now())`;
    const { folder: withEvent } = await take('events');
    const { database, events } = await restore(withEvent);
    expect(events).toBeGreaterThan(0);
    const there = open(database);
    const waiting = await there`select from outbox where subject = 'events.documents.y' and published_at is null`;
    await there.end();
    expect(waiting).toHaveLength(1);
  });

  it('takes the bytes of an earlier one along without writing them again', async () => {
    const first = await take('linked');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const second = await take('linked');
    expect(await backupsIn(join(place, 'linked'))).toHaveLength(2);
    await rm(first.folder, { recursive: true });
    expect((await checkBackup(second.folder)).files).toBe(second.manifest.files.count);
  });

  it('leaves files out that were removed with their rows meanwhile, and fails for one that a row still names', async () => {
    const key = await addFile(8, Buffer.from('gone soon'));
    const removing = {
      open: async (wanted: string) => {
        if (wanted === key) {
          await store.remove(key);
          await sql`delete from contents where store_key = ${key}`;
        }
        return store.open(wanted);
      },
    };
    expect((await take('gone', { store: removing })).manifest.files.gone).toEqual([key]);

    const lost = await addFile(9, Buffer.from('lost'));
    await store.remove(lost);
    await expect(take('lost')).rejects.toThrow(`lacks ${lost}`);
    expect(await backupsIn(join(place, 'lost'))).toEqual([]);
    await sql`delete from contents where store_key = ${lost}`;
  });

  it('is refused when the store has other bytes than were stored, which no later one would find out', async () => {
    const key = await addFile(10, Buffer.from('as it was stored'));
    const spoilt = {
      open: async (wanted: string) =>
        wanted === key ? Readable.from([Buffer.from('as it is now')]) : store.open(wanted),
    };
    await expect(take('other-bytes', { store: spoilt })).rejects.toThrow(`other bytes under ${key}`);
    expect(await backupsIn(join(place, 'other-bytes'))).toEqual([]);
    await sql`delete from contents where store_key = ${key}`;
  });

  it('is taken by one command at a time: the second is refused, and what the first has written stays', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = {
      open: async (key: string) => {
        reach();
        await released;
        return store.open(key);
      },
    };
    const first = take('together', { store: slow });
    await Promise.race([reached, first]);
    await expect(take('together')).rejects.toThrow('Another backup is being taken');
    release();
    expect((await checkBackup((await first).folder)).files).toBe(1);
  });

  it('tells Prometheus the moment of what is whole, in place of what was told before', async () => {
    const file = join(place, 'backup.prom');
    await writeFile(file, 'backup_moment_timestamp_seconds 1\n');
    await writeBackupMetrics(file, manifest);
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).toEqual([
      `backup_moment_timestamp_seconds ${Date.parse(manifest.moment) / 1_000}`,
      `backup_rows ${manifest.schemas[0]!.tables.reduce((sum, { rows }) => sum + rows, 0)}`,
      'backup_files 1',
    ]);
    expect((await readdir(place)).filter((name) => name.startsWith('backup.prom'))).toEqual(['backup.prom']);
  });

  it('is nothing until it is whole: what was cut short has no manifest, and the next removes it', async () => {
    const into = join(place, 'cut');
    await mkdir(join(into, '20260101T000000Z.unfinished'), { recursive: true });
    await expect(readManifest(join(into, '20260101T000000Z.unfinished'))).rejects.toThrow('no whole backup');
    await take('cut');
    expect(await readdir(into)).toHaveLength(1);
  });

  it.each([
    [
      'a byte that changed',
      async (path: string) => {
        const bytes = await readFile(path);
        bytes[bytes.length - 1]! ^= 1;
        await writeFile(path, bytes);
      },
    ],
    ['an end that is missing', (path: string) => truncate(path, 5)],
    ['something added', (path: string) => appendFile(path, 'x')],
    ['a part that is gone', (path: string) => rm(path)],
  ])('is refused for %s', async (_, spoil) => {
    const { folder: spoilt, manifest: of } = await take(`spoilt-${randomBytes(3).toString('hex')}`);
    const part = of.schemas[0]!.tables.find(({ name }) => name === 'contents')!;
    await spoil(join(spoilt, part.file));
    await expect(checkBackup(spoilt)).rejects.toThrow(/contents.*(damaged|cannot be read)/);
    const rows = async () => {
      for await (const _ of readLines(spoilt, part)) expect.unreachable('lines of a part that is damaged');
    };
    await expect(rows()).rejects.toThrow(/contents.*(damaged|cannot be read)/);
  });

  it('changes nothing when a part turns out to be damaged', async () => {
    const { folder: spoilt, manifest: of } = await take('damaged');
    await truncate(join(spoilt, of.schemas[0]!.tables.at(-1)!.file), 5);
    const { database } = await restore(folder);
    await expect(restore(spoilt, { database, replaces: true })).rejects.toThrow('damaged');
    await expect(contentsOf(database)).resolves.toBe(1);
  });

  it('is refused where its keys are not', async () => {
    await expect(restore(folder, { keys: { DATA_ENCRYPTION_KEY: ['present'] } })).rejects.toThrow(
      'Set DATA_ENCRYPTION_KEY',
    );
    const rotated = { DATA_ENCRYPTION_KEY: ['newer', 'present', 'earlier'] };
    await expect(restore(folder, { keys: rotated })).resolves.toMatchObject({ kept: undefined });
    expect(JSON.stringify(manifest)).not.toContain('present');
  });

  it('is refused by a release that lacks one of its migrations, or has it in another form', async () => {
    const edited = async (edit: (step: { name: string; checksum: string }) => object) => {
      const copy = await take(`release-${randomBytes(3).toString('hex')}`);
      const schemas = copy.manifest.schemas.map((schema) => ({
        ...schema,
        steps: schema.steps.map((step, at) => (at === 0 ? { ...step, ...edit(step) } : step)),
      }));
      await writeFile(join(copy.folder, 'manifest.json'), JSON.stringify({ ...copy.manifest, schemas }));
      return restore(copy.folder);
    };
    await expect(edited(() => ({ name: '9999_future' }))).rejects.toThrow('9999_future, which this release lacks');
    await expect(edited(() => ({ checksum: 'other' }))).rejects.toThrow('in another form');
  });

  it('replaces books only when it is told to, keeps those that were there, and not while somebody is connected', async () => {
    const { database } = await restore(folder);
    await expect(restore(folder, { database })).rejects.toThrow('Add --replace');
    const somebody = open(database);
    await somebody`select 1`;
    await expect(restore(folder, { database, replaces: true })).rejects.toThrow('Stop every service first');
    const { asked, stream } = playStream();
    const [again] = await Promise.all([
      restore(folder, { database, replaces: true, stream }),
      // One who leaves a moment later keeps nobody out.
      pause(200).then(() => somebody.end()),
    ]);
    restoredDatabases.push(again.kept!);
    expect(again.kept).toMatch(new RegExp(`^${database}_before_\\d{14}$`));
    expect(asked).toEqual(['requireUnused', 'requireUnused', 'empty']);
  });

  it('leaves the stream to services that read it, be it that they start while rows are loaded', async () => {
    const { database } = await restore(folder);
    for (const free of [0, 1]) {
      const { asked, stream } = playStream(free);
      await expect(restore(folder, { database, replaces: true, stream })).rejects.toThrow('somebody reads it');
      expect(asked).not.toContain('empty');
      await expect(contentsOf(database)).resolves.toBe(1);
    }
  });

  it('takes the address of the very database that it replaces, as runbooks have it', async () => {
    const { database } = await restore(folder);
    const adminUrl = new URL(inject('postgresUrl'));
    adminUrl.pathname = `/${database}`;
    const again = await restore(folder, { database, replaces: true, adminUrl: adminUrl.href });
    restoredDatabases.push(again.kept!);
    await expect(contentsOf(database)).resolves.toBe(1);
  });

  it('leaves what is there as it was when the broker does not answer, and can be restored again', async () => {
    const { database } = await restore(folder);
    const stream = { ...playStream().stream, empty: () => Promise.reject(new Error('away')) };
    const failing = restore(folder, { database, replaces: true, stream });
    await expect(failing).rejects.toThrow('away');
    await expect(contentsOf(database)).resolves.toBe(1);
    const again = await restore(folder, { database, replaces: true });
    restoredDatabases.push(again.kept!);
  });
});

it('takes the rows of partitioned tables, and brings them back', async () => {
  const owner = postgres(made.ownerUrl, { max: 1, onnotice: () => undefined });
  const divided = await partitionTables(owner, { schema: 'documents', column: 'client_account_id', parts: 3 });
  await owner.end();
  expect(divided).toContain('change_turns');
  await sql`insert into change_turns (client_account_id, last_change_at) select generate_series(1, 20), now()`;
  const { database } = await restore((await take('partitioned')).folder);
  const there = open(database);
  const [{ companies }] = await there<[{ companies: number }]>`select count(*)::int as companies from change_turns`;
  await there.end();
  expect(companies).toBe(20);
});
