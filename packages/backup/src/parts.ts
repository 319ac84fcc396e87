import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupFailure } from './failure.ts';
import type { Part } from './manifest.ts';

/** Quick rather than small: a backup under load must not take the processor from those who work. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const CUT = 'it is cut short or was changed';

/** Writes what arrives, readable by its owner alone, and has the disk keep it. */
export async function writePart(folder: string, file: string, pieces: AsyncIterable<Uint8Array>): Promise<Part> {
  const path = join(folder, ...file.split('/'));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { file, bytes, sha256: hash.digest('hex') };
}

/** Compresses what arrives into a part, and counts its lines. */
export async function writeLines(
  folder: string,
  file: string,
  pieces: Readable,
): Promise<{ readonly part: Part; readonly lines: number }> {
  let lines = 0;
  const compress = createZstdCompress(LEVEL);
  const [part] = await Promise.all([
    writePart(folder, file, compress),
    pipeline(
      pieces,
      async function* (source: AsyncIterable<Uint8Array>) {
        for await (const piece of source) {
          lines += countLines(piece);
          yield piece;
        }
      },
      compress,
    ),
  ]);
  return { part, lines };
}

/** @throws BackupFailure once it is read, when it is not what was written */
export async function* readPart(folder: string, part: Part): AsyncGenerator<Uint8Array, void> {
  const path = join(folder, ...part.file.split('/'));
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) {
      hash.update(piece as Uint8Array);
      yield piece as Uint8Array;
    }
  } catch (error) {
    throw isOfFile(error) ? new BackupFailure(`${path} cannot be read: ${(error as Error).message}`) : error;
  }
  requireHash(hash, part, path);
}

/**
 * The lines of a compressed part, of which the whole is compared with its hash first: nothing is taken out of one that is
 * damaged. @throws BackupFailure
 */
export async function* readLines(folder: string, part: Part): AsyncGenerator<Uint8Array, void> {
  for await (const _ of readPart(folder, part));
  const expanded = createReadStream(join(folder, ...part.file.split('/'))).pipe(createZstdDecompress());
  for await (const piece of expanded) yield piece as Uint8Array;
}

function requireHash(hash: Hash, part: Part, path: string): void {
  if (hash.digest('hex') !== part.sha256) throw new BackupFailure(`${path} is damaged: ${CUT}. Take another backup.`);
}

const isOfFile = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** How many lines end in a piece of text. */
export function countLines(piece: Uint8Array): number {
  let count = 0;
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) count += 1;
  return count;
}
