import { type Manifest, readManifest } from './manifest.ts';
import { readPart } from './parts.ts';
import { bytesOf, listedFiles } from './stored.ts';

/** What was read of a backup. */
export interface Checked {
  readonly manifest: Manifest;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/**
 * Reads a backup from its first byte to its last and compares it with its hashes.
 * @throws BackupFailure naming the first file that is not what was written
 */
export async function checkBackup(folder: string): Promise<Checked> {
  const manifest = await readManifest(folder);
  let [tables, rows, files] = [0, 0, 0];
  for (const table of manifest.schemas.flatMap((schema) => schema.tables)) {
    await readThrough(readPart(folder, table));
    tables += 1;
    rows += table.rows;
  }
  for await (const file of listedFiles(folder, manifest.files)) {
    await readThrough(bytesOf(folder, file));
    files += 1;
  }
  return { manifest, tables, rows, files };
}

async function readThrough(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of pieces);
}
