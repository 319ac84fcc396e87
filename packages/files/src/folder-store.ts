import { randomUUID } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '@app/contract/failure';
import { type FileStore, MissingContent, storeUnavailable } from './file-store.ts';
import { prefixOf, requireKey } from './keys.ts';
import { measured } from './measured.ts';

/** Where files are while they arrive: no id of a client account. */
const ARRIVING = 'arriving';

const PRIVATE = 0o700;

/**
 * Files in a folder, which every replica must have mounted. Content arrives under another name and is renamed once the
 * disk has it, so what has a key is whole; a writer that is killed leaves a file in `arriving`, and nothing else.
 */
export function createFolderStore(folder: string): FileStore {
  const arriving = join(folder, ARRIVING);
  const pathOf = (key: string): string => join(folder, ...requireKey(key).split('/'));

  return {
    put: (key, content, options) =>
      orUnavailable(async () => {
        const target = pathOf(key);
        const temporary = join(arriving, randomUUID());
        const { pieces, result } = measured(content, options);
        try {
          await writeDurably(temporary, pieces, () => makeFolder(folder, arriving));
          await moveDurably(folder, temporary, target);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        return result();
      }),
    open: (key, range) =>
      orUnavailable(async () => {
        const handle = await open(pathOf(key), 'r').catch((error: unknown) => {
          throw isMissing(error) ? new MissingContent(error) : error;
        });
        return piecesOf(
          createReadStream('', { fd: handle, ...(range ? { start: range.first, end: range.last } : {}) }),
        );
      }),
    stat: (key) =>
      orUnavailable(async () => {
        const found = await statIfThere(pathOf(key));
        return found && { size: found.size };
      }),
    remove: (key) => orUnavailable(() => rm(pathOf(key), { force: true })),
    removeAll: (clientAccountId) =>
      orUnavailable(async () => {
        const own = join(folder, prefixOf(clientAccountId));
        const entries = await readdir(own, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
        await rm(own, { recursive: true, force: true });
        return entries.filter((entry) => entry.isFile()).length;
      }),
    removeUnfinished: (before) =>
      orUnavailable(async () => {
        let removed = 0;
        for (const { name } of await readdir(arriving, { withFileTypes: true }).catch(noneIfMissing)) {
          const path = join(arriving, name);
          const found = await statIfThere(path);
          if (!found || found.mtime >= before) continue;
          await rm(path, { force: true });
          removed += 1;
        }
        return removed;
      }),
    ping: () => orUnavailable(() => makeFolder(folder, arriving)),
    close: () => undefined,
  };
}

/** @param makeFolder makes the folder of the file, which is asked for where there is none */
async function writeDurably(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  makeFolder: () => Promise<void>,
): Promise<void> {
  const create = () => open(path, 'wx', 0o600);
  const handle = await create().catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    await makeFolder();
    return create();
  });
  try {
    for await (const piece of pieces) await writeWhole(handle, piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One call may write less than it was given. */
async function writeWhole(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at)).bytesWritten;
}

/** How often a folder that is removed meanwhile is made again: only a removal of the whole company does that. */
const ATTEMPTS = 3;

async function moveDurably(folder: string, from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(from, to);
      return await syncFolder(dirname(to));
    } catch (error) {
      if (!isMissing(error) || attempt === ATTEMPTS) throw error;
      await makeFolder(folder, dirname(to));
    }
  }
}

/** Makes a folder below `root` and has the disk know each that is new: a file is as durable as the names above it. */
async function makeFolder(root: string, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === root) return;
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What fails while it is read is the store's failure too. */
async function* piecesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream;
  } catch (error) {
    throw storeUnavailable(error);
  }
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

const statIfThere = (path: string): Promise<Stats | undefined> =>
  stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** A disk that is full, away or not ours to write is an outage. What the content itself fails of stays as it is. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOfDisk = typeof codeOf(error) === 'string' && 'syscall' in (error as object);
    throw isOfDisk && !(error instanceof Failure) ? storeUnavailable(error) : error;
  }
}
