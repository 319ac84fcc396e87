import { connect, knownSteps, migrate, provisionDatabase } from '@app/db';
import { unpublish } from '@app/events';
import type { FileStore } from '@app/files';
import postgres from 'postgres';
import { BackupFailure } from './failure.ts';
import { type Keys, missingKeys } from './keys.ts';
import { loadSchema } from './load.ts';
import { type Manifest, readManifest, type SchemaPart } from './manifest.ts';
import { restoreStored } from './stored.ts';
import { databasesOf, makeEmpty, putInPlace, requireUnused } from './swap.ts';

/** A service as a restore needs it. */
export interface RestoredService {
  /** Of its schema. */
  readonly name: string;
  /** The folder with its migrations. */
  readonly migrations: string;
  readonly hasEraser: boolean;
}

export interface RestoreOptions {
  /** The folder of one backup. */
  readonly folder: string;
  /** Of a role that may make databases and roles, and set `session_replication_role`. */
  readonly adminUrl: string;
  /** The name that the services know. */
  readonly database: string;
  readonly services: readonly RestoredService[];
  readonly store: Pick<FileStore, 'put' | 'stat'>;
  readonly keys: Keys;
  /** Whether a database of that name may be put aside. */
  readonly replaces: boolean;
  /** The stream of events, which holds what is of other books. */
  readonly stream: {
    /** @throws whatever says that a service reads it */
    requireUnused(): Promise<void>;
    /** Removes it and all who read it. */
    empty(): Promise<void>;
  };
  readonly say: (text: string) => void;
}

/** What came of a restore. */
export interface Restored {
  readonly manifest: Manifest;
  readonly rows: number;
  /** How many files the store did not have. */
  readonly files: number;
  /** Events that leave again at the next start; consumers know those that they have. */
  readonly events: number;
  /** The name under which the database that was there is kept. */
  readonly kept: string | undefined;
}

/**
 * Makes a database of a backup beside the one that is there, and puts it in its place when all of it is whole: until then
 * nothing has changed, and the command can be given again. No service may run. An older backup is brought to the
 * present release by the same migrations as an upgrade.
 * @throws BackupFailure with sentences that say what to do
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, services, say } = options;
  const manifest = await readManifest(folder);
  requireKeys(manifest, options.keys);
  await requireSteps(manifest, services);
  const adminUrl = besideTarget(options);
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const names = databasesOf(options.database);
    await requireUnused(admin, options.database, options.replaces);
    await options.stream.requireUnused();
    say(`making the database ${names.restoring}`);
    await makeEmpty(admin, names.restoring);
    const roles = services.map(({ name, hasEraser }) => ({ name, hasEraser }));
    await provisionDatabase(adminUrl, { database: names.restoring, services: roles });
    const rows = await loadAll(manifest, options, urlOf(adminUrl, names.restoring));
    say('bringing the files back');
    const files = await restoreStored(folder, manifest.files, options.store);
    const events = await publishAgain(urlOf(adminUrl, names.restoring), manifest.schemas);
    // The last two: an empty stream beside older books is mended by "republish", foreign events are not.
    await requireUnused(admin, options.database, options.replaces);
    await options.stream.requireUnused();
    await options.stream.empty();
    const kept = await putInPlace(admin, options.database);
    return { manifest, rows, files, events, kept };
  } finally {
    await admin.end();
  }
}

function requireKeys(manifest: Manifest, keys: Keys): void {
  const missing = missingKeys(manifest.keys, keys);
  if (missing.length === 0) return;
  throw new BackupFailure(
    `What the backup holds cannot be read without its keys. Set ${missing.join(' and ')} as where it was made (a key that ` +
      'was replaced there is named in the setting of the previous ones), or put its secrets.json into the data folder.',
  );
}

/** PostgreSQL renames no database that somebody is connected to, so the administrator works from another one. */
function besideTarget({ adminUrl, database }: RestoreOptions): string {
  return new URL(adminUrl).pathname === `/${database}` ? urlOf(adminUrl, 'postgres') : adminUrl;
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Schemas as they were, rows, and what was released since. @returns the rows */
async function loadAll(manifest: Manifest, options: RestoreOptions, url: string): Promise<number> {
  let rows = 0;
  for (const { name, migrations } of options.services) {
    const owner = new URL(url);
    owner.searchParams.set('role', `${name}_owner`);
    const target = { url: owner.href, service: name, directory: migrations };
    const taken = manifest.schemas.find((schema) => schema.name === name);
    if (taken) {
      options.say(`loading ${name}`);
      await migrate({ ...target, only: taken.steps.map((step) => step.name) });
      rows += await loadSchema(url, options.folder, taken);
    }
    await migrate(target);
  }
  await analyze(url);
  return rows;
}

/** @throws BackupFailure when this release does not know how a schema was made */
async function requireSteps({ schemas }: Manifest, services: readonly RestoredService[]): Promise<void> {
  for (const { name, steps } of schemas) {
    const service = services.find((each) => each.name === name);
    if (!service) throw new BackupFailure(`The backup holds a service that this release lacks: ${name}.`);
    const known = await knownSteps(service.migrations);
    const foreign = steps.find((step) => known.get(step.name) !== step.checksum);
    if (foreign)
      throw new BackupFailure(
        `The backup was made by another release: its schema ${name} has the migration ${foreign.name}, which this release ` +
          `${known.has(foreign.name) ? 'has in another form' : 'lacks'}. Restore it with that release or a later one.`,
      );
  }
}

async function analyze(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql`analyze`;
  } finally {
    await sql.end();
  }
}

/** What had been published and not consumed at that moment comes again: the stream that had it is gone. */
async function publishAgain(url: string, schemas: readonly SchemaPart[]): Promise<number> {
  let events = 0;
  for (const { name, tables } of schemas) {
    if (!tables.some((table) => table.name === 'outbox')) continue;
    const db = connect({ url, schema: name, applicationName: 'restore', max: 1 });
    events += await unpublish(db).finally(() => db.close());
  }
  return events;
}
