import { randomUUID } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@app/contract/failure';
import { createDirectWrites } from './direct-writes.ts';
import { isMissing, makeFolder, syncFolder, writeAside, writeInPlace } from './durable-folder.ts';
import { codeOf } from './error-code.ts';
import { type FileStore, MissingContent, storeUnavailable } from './file-store.ts';
import { shareSyncs } from './folder-syncs.ts';
import { prefixOf, requireKey } from './keys.ts';
import { measured } from './measured.ts';

/** Where files are while they arrive: no id of a client account. */
const ARRIVING = 'arriving';

/**
 * Files in a folder, which every replica must have mounted. Content arrives under another name and is renamed once the
 * disk has it, so what has a key is whole; a writer that is killed leaves a file in `arriving`, and nothing else. What
 * was announced is written in its place: a rename is a second change that the disk has to take
 * (docs/decisions/0262-what-an-upload-waits-for.md).
 */
export function createFolderStore(folder: string): FileStore {
  const arriving = join(folder, ARRIVING);
  const syncItsFolder = shareSyncs(syncFolder);
  const directly = createDirectWrites();
  const pathOf = (key: string): string => join(folder, ...requireKey(key).split('/'));

  return {
    put: (key, content, options) =>
      orUnavailable(async () => {
        const path = pathOf(key);
        const { pieces, result } = measured(content, options);
        if (options.isAnnounced) await writeInPlace(folder, path, pieces, { syncItsFolder, directly });
        else await writeAside(folder, join(arriving, randomUUID()), path, pieces);
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
        // A file that comes meanwhile keeps its folder from being removed.
        await rm(own, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
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

/** What fails while it is read is the store's failure too. */
async function* piecesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* stream;
  } catch (error) {
    throw storeUnavailable(error);
  }
}

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
