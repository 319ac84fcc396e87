import { link, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type FileStore, MissingContent } from '@app/files';
import type postgres from 'postgres';
import { BackupFailure } from './failure.ts';
import type { Manifest } from './manifest.ts';
import { readLines, readPart, writeLines, writePart } from './parts.ts';

/** The tables that name files of the store: whoever keeps bytes has a row for them. */
const NAMED_BY = [
  { schema: 'documents', table: 'contents', key: 'store_key', hash: 'sha256', size: 'size' },
  { schema: 'ledger', table: 'data_exports', key: 'file_key', hash: undefined, size: undefined },
] as const;

const LIST = 'files.list.zst';
const PAGE = 1_000;

/** A file of the store; the hash is known of what never changes. */
interface Named {
  readonly key: string;
  readonly sha256: string | null;
  readonly size: string | null;
}

interface Listed {
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
}

const pathOf = (key: string): string => `files/${key}`;

/** Every file that the rows of this moment name, a thousand at a time. */
async function* namedFiles(sql: postgres.TransactionSql): AsyncGenerator<readonly Named[], void> {
  for (const { schema, table, key, hash, size } of NAMED_BY) {
    const [found] = await sql`select from pg_tables where schemaname = ${schema} and tablename = ${table}`;
    if (!found) continue;
    const [hashColumn, sizeColumn] = [
      hash ? sql`encode(${sql(hash)}, 'hex')` : sql`null`,
      size ? sql`${sql(size)}::text` : sql`null`,
    ];
    yield* sql<Named[]>`
      select ${sql(key)} as key, ${hashColumn} as sha256, ${sizeColumn} as size
      from ${sql(schema)}.${sql(table)} where ${sql(key)} is not null order by 1`.cursor(PAGE);
  }
}

/** Whether any row still names the file. */
export async function isNamed(sql: postgres.Sql, wanted: string): Promise<boolean> {
  for (const { schema, table, key } of NAMED_BY) {
    const [there] = await sql`select from pg_tables where schemaname = ${schema} and tablename = ${table}`;
    if (!there) continue;
    const [found] = await sql`select from ${sql(schema)}.${sql(table)} where ${sql(key)} = ${wanted} limit 1`;
    if (found) return true;
  }
  return false;
}

/** The names of all files at the moment of the transaction. */
export async function listNamed(sql: postgres.TransactionSql): Promise<readonly Named[]> {
  const named: Named[] = [];
  for await (const page of namedFiles(sql)) named.push(...page.map((each) => ({ ...each })));
  return named;
}

export interface StoredOptions {
  readonly store: Pick<FileStore, 'open'>;
  /** The folder of the backup. */
  readonly folder: string;
  /** An earlier backup on the same disk: what it has is not written again. */
  readonly earlier?: string | undefined;
  /** Whether a row still names the key. */
  readonly isNamed: (key: string) => Promise<boolean>;
}

/**
 * Copies the bytes of files into the backup. What is removed from the store meanwhile, and from the rows, is told.
 * @throws BackupFailure when the store lacks what a row names, or has other bytes in its place
 */
export async function copyStored(named: readonly Named[], options: StoredOptions): Promise<Manifest['files']> {
  const gone: string[] = [];
  const totals = { count: 0, total: 0 };
  async function* lines(): AsyncGenerator<Buffer, void> {
    for (const each of named) {
      const copied = await copyOne(each, options);
      if (copied === undefined) {
        gone.push(each.key);
        continue;
      }
      totals.count += 1;
      totals.total += copied.size;
      yield Buffer.from(`${copied.sha256} ${copied.size} ${copied.key}\n`);
    }
  }
  const { part } = await writeLines(options.folder, LIST, Readable.from(lines()));
  return { ...part, ...totals, gone };
}

async function copyOne(named: Named, options: StoredOptions): Promise<Listed | undefined> {
  const linked = await linkEarlier(named, options);
  if (linked) return linked;
  try {
    const content = await options.store.open(named.key);
    const { sha256, bytes } = await writePart(options.folder, pathOf(named.key), content);
    if (named.sha256 !== null && named.sha256 !== sha256)
      throw new BackupFailure(
        `The file store holds other bytes under ${named.key} than were stored. Put them back from an earlier backup, which has them in ` +
          `${pathOf(named.key)}.`,
      );
    return { key: named.key, sha256, size: bytes };
  } catch (error) {
    if (!(error instanceof MissingContent)) throw error;
    if (!(await options.isNamed(named.key))) return undefined;
    throw new BackupFailure(
      `The file store lacks ${named.key}, which a record names. Run "npm run verify": it lists what is missing.`,
    );
  }
}

/** The same file of an earlier backup, under one more name: stored bytes never change. */
async function linkEarlier({ key, sha256, size }: Named, options: StoredOptions): Promise<Listed | undefined> {
  if (options.earlier === undefined || sha256 === null) return undefined;
  const [from, to] = [join(options.earlier, pathOf(key)), join(options.folder, pathOf(key))];
  const found = await stat(from).catch(() => undefined);
  if (found?.size !== Number(size)) return undefined;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  // Where the disk knows no second names, or has too many, the bytes are copied.
  const isLinked = await link(from, to).then(
    () => true,
    () => false,
  );
  return isLinked ? { key, sha256, size: found.size } : undefined;
}

/** The files that a backup lists. @throws BackupFailure for a list that is not what was written */
export async function* listedFiles(folder: string, files: Manifest['files']): AsyncGenerator<Listed, void> {
  let rest = '';
  for await (const piece of readLines(folder, files)) {
    const lines = (rest + Buffer.from(piece).toString('utf8')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const [sha256 = '', size = '', key = ''] = line.split(' ');
      yield { sha256, size: Number(size), key };
    }
  }
}

/** The bytes of a listed file. @throws BackupFailure once they are read, when they are not what was written */
export const bytesOf = (folder: string, { key, sha256, size }: Listed): AsyncGenerator<Uint8Array, void> =>
  readPart(folder, { file: pathOf(key), sha256, bytes: size });

/** Brings the files back into the store; one that is there is left, since what has a key never changes. */
export async function restoreStored(
  folder: string,
  files: Manifest['files'],
  store: Pick<FileStore, 'put' | 'stat'>,
): Promise<number> {
  let brought = 0;
  for await (const file of listedFiles(folder, files)) {
    if ((await store.stat(file.key))?.size === file.size) continue;
    await store.put(file.key, bytesOf(folder, file), { maximumBytes: Number.MAX_SAFE_INTEGER });
    brought += 1;
  }
  return brought;
}
