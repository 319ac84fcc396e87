import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DirectWrites } from './direct-writes.ts';
import { codeOf } from './error-code.ts';
import type { SyncFolder } from './folder-syncs.ts';

const PRIVATE = 0o700;

/** How often a folder that is removed meanwhile is made again: only a removal of the whole company does that. */
const ATTEMPTS = 3;

type Pieces = AsyncIterable<Uint8Array>;

/**
 * Writes a new file below `root` under its own name. The disk has its bytes and its name once this resolves; a writer
 * that is killed may leave a part of it, one that fails leaves nothing.
 * @param syncItsFolder is asked once the disk has the bytes: the folder's change goes there with the file's own
 * @throws what the pieces or the disk fail of; ENOENT when the file was removed meanwhile
 */
export async function writeInPlace(
  root: string,
  path: string,
  pieces: Pieces,
  { syncItsFolder, directly }: { readonly syncItsFolder: SyncFolder; readonly directly: DirectWrites },
): Promise<void> {
  const handle = await create(path, () => makeFolder(root, dirname(path)));
  try {
    await writeAll(handle, pieces, (piece, position) => directly.write(path, piece, position));
    const [{ nlink }] = await Promise.all([handle.stat(), syncItsFolder(dirname(path))]);
    // Its folder may have been removed with it and made again by another.
    if (nlink === 0) throw removedMeanwhile();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    closeAside(handle);
  }
}

/**
 * Writes a file below `root` under another name first, and gives it its own once the disk has all of it: whatever has
 * that name is whole, whoever is killed. It takes the place of what has the name already.
 */
export async function writeAside(root: string, aside: string, path: string, pieces: Pieces): Promise<void> {
  try {
    const handle = await create(aside, () => makeFolder(root, dirname(aside)));
    try {
      await writeAll(handle, pieces);
    } finally {
      await handle.close();
    }
    await moveDurably(root, aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** Makes a folder below `root` and has the disk know each that is new: a file is as durable as the names above it. */
export async function makeFolder(root: string, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === root) return;
  }
}

/** @param makeItsFolder is asked for where there is none */
async function create(path: string, makeItsFolder: () => Promise<void>): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!isMissing(error) || attempt === ATTEMPTS) throw error;
      await makeItsFolder();
    }
  }
}

/** @param before writes what it can of a piece, at the end of the file, and gives how much of it that was */
async function writeAll(
  handle: FileHandle,
  pieces: Pieces,
  before: (piece: Uint8Array, position: number) => Promise<number> = async () => 0,
): Promise<void> {
  let position = 0;
  for await (const piece of pieces) {
    let at = await before(piece, position);
    // One call may write less than it was given.
    while (at < piece.length) at += (await handle.write(piece, at, piece.length - at, position + at)).bytesWritten;
    position += piece.length;
  }
  await handle.sync();
}

async function moveDurably(root: string, from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(from, to);
      return await syncFolder(dirname(to));
    } catch (error) {
      if (!isMissing(error) || attempt === ATTEMPTS) throw error;
      await makeFolder(root, dirname(to));
    }
  }
}

/** Has the disk know the names in a folder. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    closeAside(handle);
  }
}

/** Closes what was synced, or has failed, with nobody waiting for it: there is nothing left that it could fail of. */
const closeAside = (handle: FileHandle): void => void handle.close().catch(() => undefined);

const removedMeanwhile = (): Error =>
  Object.assign(new Error('a file was removed while it was written'), { code: 'ENOENT', syscall: 'fstat' });

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
