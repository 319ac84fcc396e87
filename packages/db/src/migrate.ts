import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { platformTables } from './platform-tables.ts';

interface Step {
  readonly name: string;
  readonly sql: string;
}

export interface MigrateOptions {
  /** The owner role's address. */
  readonly url: string;
  /** Name of the service and of its schema. */
  readonly service: string;
  /** Folder with `0001_name.sql`, `0002_….sql`: forward only. */
  readonly directory: string;
}

async function stepsOf(directory: string): Promise<readonly Step[]> {
  const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.sql')).sort();
  const own = await Promise.all(
    files.map(async (file) => ({ name: file.replace(/\.sql$/, ''), sql: await readFile(join(directory, file), 'utf8') })),
  );
  return [...platformTables, ...own];
}

const checksumOf = (step: Step): string => createHash('sha256').update(step.sql.replace(/\s+/g, ' ').trim()).digest('hex');

/**
 * Brings a service's schema up to date, one step per transaction, under an advisory lock so that replicas may all try. A step that
 * was applied and has changed since is refused.
 */
export async function migrate(options: MigrateOptions): Promise<{ readonly applied: readonly string[] }> {
  const sql = postgres(options.url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: `${options.service}-migrate`, search_path: `${options.service}, extensions`, lock_timeout: 30_000 },
  });
  try {
    await sql`select pg_advisory_lock(hashtextextended(${`migrate:${options.service}`}, 0))`;
    await sql`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
    const done = new Map(
      (await sql<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`).map((row) => [
        row.name,
        row.checksum,
      ]),
    );
    const applied: string[] = [];
    for (const step of await stepsOf(options.directory)) {
      const checksum = checksumOf(step);
      const before = done.get(step.name);
      if (before === checksum) continue;
      if (before !== undefined)
        throw new Error(
          `Migration ${step.name} of ${options.service} was applied in another form: released steps are never edited, add a new one`,
        );
      await sql.begin(async (tx) => {
        await tx.unsafe(step.sql);
        await tx`insert into schema_migrations (name, checksum) values (${step.name}, ${checksum})`;
      });
      applied.push(step.name);
    }
    return { applied };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Changes when any step does: two schemas with one fingerprint are alike. */
export async function fingerprintMigrations(directory: string): Promise<string> {
  const steps = await stepsOf(directory);
  return createHash('sha256')
    .update(JSON.stringify(steps.map((step) => [step.name, checksumOf(step)])))
    .digest('hex');
}

/** The steps that this build knows and the schema lacks: a service waits unready until there are none. */
export async function missingMigrations(sql: postgres.Sql, directory: string): Promise<readonly string[]> {
  const known = (await stepsOf(directory)).map((step) => step.name);
  const rows = await sql<{ name: string }[]>`select name from schema_migrations`.catch(() => []);
  const done = new Set(rows.map((row) => row.name));
  return known.filter((name) => !done.has(name));
}
