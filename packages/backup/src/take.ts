import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type FileStore, syncFolder } from '@app/files';
import postgres from 'postgres';
import { type FoundTable, findSchemas, findSequences, findSteps, findTables, quoted } from './catalogue.ts';
import { BackupFailure } from './failure.ts';
import { checkValuesOf, type Keys } from './keys.ts';
import { FORMAT, MANIFEST, type Manifest, type SchemaPart, type TablePart } from './manifest.ts';
import { writeLines } from './parts.ts';
import { copyStored, isNamed, listNamed } from './stored.ts';

/** Beside the manifest, where the keys are taken along. */
export const SECRETS = 'secrets.json';

export interface BackupOptions {
  /** Of a role that may read every schema, on the database of the services. */
  readonly url: string;
  /** The names of the services' schemas; those that are not there are left out. */
  readonly services: readonly string[];
  readonly store: Pick<FileStore, 'open'>;
  /** Where backups are kept; each is a folder below, named by its moment. */
  readonly into: string;
  readonly keys: Keys;
  /** The keys themselves, to lie beside the backup; whoever has both can read everything. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly say: (text: string) => void;
}

/** A backup that was made. */
export interface Taken {
  readonly folder: string;
  readonly manifest: Manifest;
}

interface Rows {
  readonly moment: string;
  readonly schemas: readonly SchemaPart[];
  readonly named: Awaited<ReturnType<typeof listNamed>>;
}

/**
 * Writes the rows of every service at one moment, and the files they name, while everybody works on: it takes no lock
 * that a reader does not take. The folder gets its name once it is whole and the disk has it; what was begun and not
 * ended is removed by the next.
 * @throws BackupFailure, Failure 503 when the store does not answer
 */
export async function takeBackup(options: BackupOptions): Promise<Taken> {
  const into = resolve(options.into);
  const sql = postgres(options.url, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'backup', statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
  });
  try {
    await requireAlone(sql);
    await mkdir(into, { recursive: true, mode: 0o700 });
    await removeUnfinished(into);
    const half = join(into, `${nameOf(new Date())}.unfinished`);
    await mkdir(half, { mode: 0o700 });
    const { moment, schemas, named } = await readRows(sql, half, options);
    const total = schemas.flatMap((schema) => schema.tables).reduce((sum, { rows }) => sum + rows, 0);
    options.say(`${total} rows of ${schemas.length} services at ${moment}; copying ${named.length} files`);
    const files = await copyStored(named, {
      store: options.store,
      folder: half,
      earlier: await newestIn(into),
      isNamed: (key) => isNamed(sql, key),
    });
    const holdsSecrets = options.secrets !== undefined;
    if (options.secrets) await writeDurably(join(half, SECRETS), options.secrets);
    const manifest: Manifest = {
      ...{ format: FORMAT, moment, schemas: [...schemas], files, keys: checkValuesOf(options.keys), holdsSecrets },
    };
    await writeDurably(join(half, MANIFEST), manifest);
    const folder = join(into, nameOf(new Date(moment)));
    await rename(half, folder);
    await syncFolder(into);
    return { folder, manifest };
  } finally {
    await sql.end();
  }
}

/**
 * What is unfinished is removed, so that none may be under way. The lock is the connection's, of which there is one.
 * @throws BackupFailure when another command takes a backup of the same books
 */
async function requireAlone(sql: postgres.Sql): Promise<void> {
  const [lock] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(hashtextextended('backup', 0)) as taken`;
  if (!lock!.taken)
    throw new BackupFailure('Another backup is being taken. Wait until it has ended, or end its process.');
}

/** 20260131T120000Z */
const nameOf = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** The backups of a folder, the oldest first. */
export async function backupsIn(into: string): Promise<readonly string[]> {
  const names = await readdir(into).catch(() => []);
  return names.filter((name) => /^\d{8}T\d{6}Z$/.test(name)).sort();
}

async function newestIn(into: string): Promise<string | undefined> {
  const newest = (await backupsIn(into)).at(-1);
  return newest === undefined ? undefined : join(into, newest);
}

async function removeUnfinished(into: string): Promise<void> {
  for (const name of await readdir(into))
    if (/^\d{8}T\d{6}Z\.unfinished$/.test(name)) await rm(join(into, name), { recursive: true, force: true });
}

/** Rows, counters and the names of files, all of one moment. */
const readRows = (sql: postgres.Sql, folder: string, { services, say }: BackupOptions): Promise<Rows> =>
  sql.begin('isolation level repeatable read read only', async (tx) => {
    // When the transaction began, before it took its snapshot: whatever was acknowledged by then is in the rows.
    const [at] = await tx<{ moment: string }[]>`
      select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment`;
    const names = await findSchemas(tx, services);
    if (names.length === 0) throw new BackupFailure('The database holds no schema of this platform.');
    const tables = await findTables(tx, names);
    const sequences = await findSequences(tx, names);
    const schemas: SchemaPart[] = [];
    for (const name of names) {
      say(`reading ${name}`);
      const own: TablePart[] = [];
      for (const table of tables) if (table.schema === name) own.push(await writeTable(tx, folder, table));
      schemas.push({
        name,
        steps: [...(await findSteps(tx, name))].map((step) => ({ ...step })),
        tables: own,
        sequences: sequences.filter(({ schema }) => schema === name).map(({ name, last }) => ({ name, last })),
      });
    }
    return { moment: at!.moment, schemas, named: await listNamed(tx) };
  });

async function writeTable(tx: postgres.TransactionSql, folder: string, table: FoundTable): Promise<TablePart> {
  const { schema, name, columns } = table;
  // As a query: PostgreSQL copies no partitioned table by its name.
  const list = columns.map((column) => quoted(column)).join(', ');
  const copy = `copy (select ${list} from ${quoted(schema, name)}) to stdout`;
  const rows = await tx.unsafe(copy).readable();
  const { part, lines } = await writeLines(folder, `database/${schema}/${name}.copy.zst`, rows);
  return { ...part, name, columns: [...columns], rows: lines };
}

async function writeDurably(path: string, value: unknown): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await writeFile(handle, `${JSON.stringify(value, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(dirname(path));
}
