import { createHash } from 'node:crypto';
import postgres from 'postgres';
import {
  applyOutside,
  insist,
  isOutside,
  type MigrationTimeouts,
  type Notice,
  ordinaryTimeouts,
  takeMigrationLock,
} from './apply-step.ts';
import { applyDefinitions, definitionsOf, makeDefinitionsTable, missingDefinitions } from './definitions.ts';
import { platformTables } from './platform-tables.ts';
import { checksumOf, readSteps, type Step } from './steps.ts';

export interface MigrateOptions {
  /** The owner role's address. */
  readonly url: string;
  /** Name of the service and of its schema. */
  readonly service: string;
  /**
   * Folder with `0001_name.sql`, `0002_….sql`: forward only. The folder `sql` beside it holds the definitions, which
   * are edited in place.
   */
  readonly directory: string;
  /** True in the operator's command alone: definitions that a newer build replaced are put back to this build's. */
  readonly replaceNewer?: boolean;
  /**
   * The names of the steps to stop at, and no definitions: the schema is to be as an older release left it, so that its
   * rows can be loaded.
   */
  readonly only?: readonly string[];
  readonly timeouts?: MigrationTimeouts;
  readonly notice?: Notice;
}

const stepsOf = async (directory: string): Promise<readonly Step[]> => [
  ...platformTables,
  ...(await readSteps(directory)),
];

/**
 * Brings a service's schema up to date, one step per transaction and then the definitions in one, under an advisory
 * lock so that replicas may all try. A step that was applied and has changed since is refused. `newer` names the
 * definitions left to the newer build they belong to.
 *
 * The service is at work meanwhile: no lock is waited for longer than `timeouts` says, and a step whose first line is
 * `-- outside a transaction` runs by itself, for an index on a large table
 * (docs/decisions/0076-waits-queues-and-migrations.md).
 */
export async function migrate(
  options: MigrateOptions,
): Promise<{ readonly applied: readonly string[]; readonly newer: readonly string[] }> {
  const { timeouts = ordinaryTimeouts, notice = () => {} } = options;
  const sql = postgres(options.url, {
    max: 1,
    onnotice: () => {},
    connection: {
      application_name: `${options.service}-migrate`,
      search_path: `${options.service}, extensions`,
      lock_timeout: timeouts.lockMillis,
    },
  });
  try {
    await takeMigrationLock(sql, options.service, timeouts, notice);
    await sql`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
    await makeDefinitionsTable(sql);
    const applied: string[] = [];
    const due = await stepsDue(sql, options);
    for (const step of due.filter(({ name }) => options.only?.includes(name) ?? true)) {
      if (isOutside(step)) {
        await insist(step.name, timeouts, notice, () => applyOutside(sql, step, timeouts));
        await remember(sql, step);
      } else await insist(step.name, timeouts, notice, () => applyInside(sql, step));
      applied.push(step.name);
    }
    if (options.only) return { applied, newer: [] };
    const definitions = await insist('definitions', timeouts, notice, () =>
      applyDefinitions(sql, options.directory, options.replaceNewer ?? false),
    );
    return { applied: [...applied, ...definitions.applied], newer: definitions.newer };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** @throws Error when a step that was applied has changed since */
async function stepsDue(sql: postgres.Sql, { service, directory }: MigrateOptions): Promise<readonly Step[]> {
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`;
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const steps = await stepsOf(directory);
  for (const step of steps)
    if (done.has(step.name) && done.get(step.name) !== checksumOf(step))
      throw new Error(
        `Migration ${step.name} of ${service} was applied in another form: released steps are never edited, add a new one`,
      );
  return steps.filter(({ name }) => !done.has(name));
}

const applyInside = (sql: postgres.Sql, step: Step): Promise<unknown> =>
  sql.begin(async (tx) => {
    await tx.unsafe(step.sql);
    await remember(tx, step);
  });

const remember = (sql: postgres.Sql | postgres.TransactionSql, step: Step): Promise<unknown> =>
  sql`insert into schema_migrations (name, checksum) values (${step.name}, ${checksumOf(step)})`;

/** The checksum of every step that this build knows, by name. */
export const knownSteps = async (directory: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await stepsOf(directory)).map((step) => [step.name, checksumOf(step)]));

/** Changes when any step or definition does: two schemas with one fingerprint are alike. */
export async function fingerprintMigrations(directory: string): Promise<string> {
  const steps = [...(await stepsOf(directory)), ...(await definitionsOf(directory))];
  return createHash('sha256')
    .update(JSON.stringify(steps.map((step) => [step.name, checksumOf(step)])))
    .digest('hex');
}

/**
 * The steps and definitions that this build knows and the schema never had: a service waits unready until there are
 * none.
 */
export async function missingMigrations(sql: postgres.Sql, directory: string): Promise<readonly string[]> {
  const known = (await stepsOf(directory)).map((step) => step.name);
  // Asked for by name first: a statement about a table that is not there yet would be an error in the server's log.
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('schema_migrations') is not null as exists`;
  const rows = table?.exists ? await sql<{ name: string }[]>`select name from schema_migrations` : [];
  const done = new Set(rows.map((row) => row.name));
  return [...known.filter((name) => !done.has(name)), ...(await missingDefinitions(sql, directory))];
}
