import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BackupFailure } from './failure.ts';

/** The file that makes a folder a backup: it is written last. */
export const MANIFEST = 'manifest.json';

/** Raised when an older command could not read what a newer one writes. */
export const FORMAT = 1;

const part = z.object({
  /** Below the folder of the backup, with `/` between names. */
  file: z.string(),
  /** Of the file as it lies there. */
  bytes: z.number(),
  /** SHA-256 of the file as it lies there, in hex. */
  sha256: z.string(),
});

const table = part.extend({
  name: z.string(),
  /** In the order in which the part has them. Generated ones are left out. */
  columns: z.array(z.string()),
  rows: z.number(),
});

const schema = z.object({
  /** Of a service. */
  name: z.string(),
  /** The migrations that made it what it was, in the order in which they were applied. */
  steps: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
});

const manifest = z.object({
  format: z.number(),
  /** The moment whose rows it holds, RFC 3339 in UTC. */
  moment: z.string(),
  schemas: z.array(schema),
  /** The list of the stored files: a line for each with its hash, size and key. */
  files: part.extend({
    count: z.number(),
    total: z.number(),
    /** Keys that were removed from the store while the backup was made, with the records that named them. */
    gone: z.array(z.string()),
  }),
  /** A check value for each key that something in it may be sealed under, by setting: see `checkValueOf`. */
  keys: z.record(z.string(), z.array(z.string())),
  /** Whether the keys themselves lie beside it. */
  holdsSecrets: z.boolean(),
});

/** What a backup holds, and how to see that it is whole. */
export type Manifest = z.infer<typeof manifest>;
export type SchemaPart = Manifest['schemas'][number];
export type TablePart = SchemaPart['tables'][number];
/** A file of a backup. */
export type Part = z.infer<typeof part>;

/** @throws BackupFailure when the folder holds no backup, half a one, or one of a newer release */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new BackupFailure(`${folder} holds no whole backup: there is no ${MANIFEST}, which is written last.`);
  const found = parse(text);
  const format = z.object({ format: z.number() }).safeParse(found);
  if (format.success && format.data.format > FORMAT)
    throw new BackupFailure(`${folder} was made by a newer release. Restore it with that one.`);
  const read = manifest.safeParse(found);
  if (!read.success) throw new BackupFailure(`${join(folder, MANIFEST)} is damaged. Take another backup.`);
  return read.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
