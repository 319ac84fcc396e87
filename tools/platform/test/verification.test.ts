import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@app/db';
import { createFolderStore, newKey } from '@app/files';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ROOT } from '../src/root.ts';
import type { ServiceDefinition } from '../src/services.ts';
import { verifyStoredFiles } from '../src/stored-files.ts';
import { listUnderWay, verifyDatabase } from '../src/verification.ts';
import { writeVerificationMetrics } from '../src/verification-metrics.ts';

const service = (name: string, folder = 'nowhere'): ServiceDefinition => ({
  name,
  folder,
  kind: 'service',
  httpPort: 1,
  grpcPort: 2,
});
/** Two services; what is true of the ledger's rows stands in its folder. */
const services = [service('ledger', 'services/ledger'), service('listener')];
let made: TestDatabase;
let database: string;
let sql: postgres.Sql;

beforeAll(async () => {
  made = await createTestDatabase('ledger', join(ROOT, 'services/ledger/migrations'));
  database = new URL(made.adminUrl).pathname.slice(1);
  sql = postgres(made.adminUrl, { max: 1, onnotice: () => undefined });
  await sql`create schema listener`;
  await migrate({ url: made.adminUrl, service: 'listener', directory: join(ROOT, 'nowhere') });
});

afterAll(async () => {
  await sql.end();
  await made.drop();
});

beforeEach(async () => {
  await sql.unsafe(
    ['ledger', 'listener']
      .flatMap((schema) =>
        ['outbox', 'inbox', 'parked_messages', 'consumers'].map((table) => `delete from ${schema}.${table}`),
      )
      .join(';'),
  );
});

const verify = (settleMillis?: number) =>
  verifyDatabase({
    postgresUrl: inject('postgresUrl'),
    database,
    services,
    ...(settleMillis === undefined ? {} : { settleMillis }),
  });
const broken = async (settleMillis?: number) =>
  (await verify(settleMillis))
    .filter((finding) => finding.broken > 0)
    .map(({ service, invariant }) => `${service}: ${invariant.name}`);

const subject = 'events.ledger.journal_entry.posted';
const consumer = 'listener-ledger-journal_entry-posted';
const publish = async (isPublished: boolean): Promise<string> => {
  const eventId = randomUUID();
  await sql`insert into ledger.outbox (event_id, subject, version, payload, published_at) values (${eventId}, ${subject}, 1, '{}', ${isPublished ? new Date() : null})`;
  return eventId;
};
const apply = (eventId: string) =>
  sql`insert into listener.inbox (consumer, event_id) values (${consumer}, ${eventId})`;
const listen = () => sql`insert into listener.consumers (name, subject) values (${consumer}, ${subject})`;

describe('events', () => {
  it('hold when all of them were published and applied', async () => {
    await listen();
    await apply(await publish(true));
    expect(await broken(0)).toEqual([]);
    const findings = await verify(0);
    expect(
      findings.find(({ invariant }) => invariant.name === 'listener applied every ledger.journal_entry.posted')
        ?.checked,
    ).toBe(1);
  });

  it('that wait are reported, and not asked about where nothing carries them', async () => {
    await publish(false);
    expect(await broken(0)).toEqual(['ledger: every event was published']);
    expect(await broken()).toEqual([]);
  });

  it('that a consumer missed are reported; those nobody listens to are not', async () => {
    await publish(true);
    expect(await broken(0)).toEqual([]);
    await listen();
    expect(await broken(0)).toEqual(['listener: listener applied every ledger.journal_entry.posted']);
  });

  it('that a consumer missed are told to Prometheus, with all that holds and when it was looked at', async () => {
    await publish(true);
    await listen();
    const folder = mkdtempSync(join(tmpdir(), 'verified-'));
    try {
      const file = join(folder, 'verify.prom');
      const [first, ...others] = await verify(0);
      const quoted = { ...first!, invariant: { ...first!.invariant, name: 'a "name" \\ with\nmarks' } };
      await writeVerificationMetrics(file, [quoted, ...others], Temporal.Instant.from('2026-01-31T03:05:00.5Z'));
      expect(readdirSync(folder)).toEqual(['verify.prom']);
      const lines = readFileSync(file, 'utf8').split('\n');
      const violations = lines.filter((line) => line.startsWith('platform_invariant_violations{'));
      expect(violations).toHaveLength(1 + others.length);
      expect(violations[0]).toBe(
        String.raw`platform_invariant_violations{service="ledger",invariant="a \"name\" \\ with\nmarks"} 0`,
      );
      expect(violations.filter((line) => !line.endsWith(' 0'))).toEqual([
        'platform_invariant_violations{service="listener",invariant="listener applied every ledger.journal_entry.posted"} 1',
      ]);
      expect(lines).toContain('platform_verification_moment_timestamp_seconds 1769828700');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('that are under way get their time', async () => {
    await listen();
    const eventId = await publish(true);
    const [found] = await Promise.all([broken(10_000), apply(eventId)]);
    expect(found).toEqual([]);
  });

  it('that were put aside are reported as that, until an operator has handled them', async () => {
    await listen();
    const eventId = await publish(true);
    await sql`insert into listener.parked_messages (consumer, event_id, subject, headers, error, deliveries) values (${consumer}, ${eventId}, ${subject}, '{}', 'no', 8)`;
    expect(await broken(0)).toEqual(['listener: no message waits for an operator']);
    await sql`update listener.parked_messages set redriven_at = now()`;
    await apply(eventId);
    expect(await broken(0)).toEqual([]);
  });

  it('are under way until they were published, and then until everybody who listens has applied them', async () => {
    await listen();
    const underWay = () => listUnderWay(sql, services);
    expect(await underWay()).toEqual([]);
    const eventId = await publish(false);
    expect(await underWay()).toEqual([
      expect.stringMatching(/^ledger: every event was published: not so for 1 of 1, as for event \d+ \(events\.ledger/),
    ]);
    await sql`update ledger.outbox set published_at = now()`;
    expect(await underWay()).toEqual([
      expect.stringContaining('listener: listener applied every ledger.journal_entry.posted: not so for 1'),
    ]);
    await apply(eventId);
    expect(await underWay()).toEqual([]);
  });
});

describe('files', () => {
  it('that are missing, or have other bytes than were recorded, are reported; a file that goes meanwhile is not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'));
    const store = createFolderStore(folder);
    await sql.unsafe(`create schema documents;
      create table documents.contents (client_account_id bigint, store_key text, sha256 bytea)`);
    const keep = async (text: string): Promise<string> => {
      const key = newKey(7);
      const { sha256 } = await store.put(key, [Buffer.from(text)], { maximumBytes: 100 });
      await sql`insert into documents.contents values (7, ${key}, ${sha256})`;
      return key;
    };
    const offenders = async () => (await verifyStoredFiles(sql, store)).offenders.map(({ subject }) => subject);
    try {
      const [, changed, gone] = [await keep('one'), await keep('two'), await keep('three')];
      const { checked, broken } = await verifyStoredFiles(sql, store);
      expect([checked, broken]).toEqual([3, 0]);
      writeFileSync(join(folder, changed!), 'tvo');
      await store.remove(gone!);
      expect(await offenders()).toEqual([changed, gone].toSorted().map((key) => `content ${key}`));
      const going = async (key: string) => {
        await sql`delete from documents.contents where store_key = ${key}`;
        return store.open(key);
      };
      expect((await verifyStoredFiles(sql, { open: going })).broken).toBe(0);
    } finally {
      await sql`drop schema documents cascade`;
      rmSync(folder, { recursive: true });
    }
  });
});

describe('npm run verify', () => {
  const run = (environment: Readonly<Record<string, string>>): Promise<{ code: number; text: string }> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [join(ROOT, 'tools/platform/src/verify.ts')],
        { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment } },
        (_, out, errors) => resolve({ code: child.exitCode ?? -1, text: out + errors }),
      );
    });
  const onDatabase = () => run({ POSTGRES_URL: inject('postgresUrl'), POSTGRES_DATABASE: database });

  it('prints what it looked at; ends with 1 and the first offenders when something does not hold', async () => {
    const sound = await onDatabase();
    expect([sound.code, sound.text]).toEqual([
      0,
      expect.stringMatching(/✓ +0 {2}numbers run from 1 without a gap[\s\S]*all hold/),
    ]);
    await sql`insert into ledger.monthly_balances (client_account_id, account_id, month, debit, credit, line_count, cancelled_debit, cancelled_credit, cancelled_line_count, draft_debit, draft_credit, draft_line_count)
      values (7, 1, '2026-03-01', 1, 1, 1, 0, 0, 0, 0, 0, 0)`;
    try {
      const found = await onDatabase();
      expect(found.code).toBe(1);
      expect(found.text).toContain('✗');
      expect(found.text).toContain('ledger: monthly balances equal their lines: not so for 1 of 1');
      expect(found.text).toContain('client account 7: account 1 in 2026-03');
    } finally {
      await sql`delete from ledger.monthly_balances`;
    }
  });

  it('says so when there is nothing to verify', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'verify-'));
    const found = await run({ DATA_DIR: empty });
    rmSync(empty, { recursive: true });
    expect([found.code, found.text]).toEqual([1, expect.stringContaining('holds no database')]);
  });
});
