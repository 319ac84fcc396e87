import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectWrites, type DirectWrites } from '../src/direct-writes.ts';
import { writeInPlace } from '../src/durable-folder.ts';

const KIB = 1_024;
let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'direct-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const syncItsFolder = async (): Promise<void> => undefined;
const place = (directly: DirectWrites) => ({ syncItsFolder, directly });
async function* piecesOf(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* pieces;
}

let serial = 0;
const newPath = (): string => join(root, String(++serial));

/** A file with nothing in it, as the one who writes has made it. */
async function emptyFile(): Promise<string> {
  const path = newPath();
  await writeFile(path, '');
  return path;
}

const failure = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' });

/** Opens files through the cache. Each write asks first how many of its bytes it may take; what `write` throws, it fails of. */
const openWith =
  (write: (length: number) => Promise<number>) =>
  async (path: string): Promise<FileHandle> => {
    const handle = await open(path, constants.O_WRONLY);
    const real = handle.write.bind(handle) as (
      bytes: Uint8Array,
      at: number,
      length: number,
      to: number,
    ) => Promise<{ bytesWritten: number }>;
    handle.write = (async (bytes: Uint8Array, at: number, length: number, to: number) =>
      real(bytes, at, await write(length), to)) as FileHandle['write'];
    return handle;
  };

describe('a file has the bytes that it was given', () => {
  const sizes = [0, 1, 4_095, 4_096, 131_071, 131_072, 131_073, 200_000, 256 * KIB, 256 * KIB + 1];
  const large = [1_000_000, 1_024 * KIB, 3_000_001, 25_000_000];

  // As the disk and the system under the tests do it, past the cache where they can.
  it.each([...sizes, ...large])('%s of them, in one piece', async (size) => {
    const [path, bytes] = [newPath(), randomBytes(size)];
    await writeInPlace(root, path, piecesOf(bytes), place(createDirectWrites()));
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  it.each([
    ['large ones behind small ones', [10, 200_000, 170_000]],
    ['ends of blocks', [131_072, 262_144, 135_168]],
    ['a large one at the end of a block', [200_000, 704, 150_000]],
  ])('in pieces: %s', async (_, lengths) => {
    const [path, pieces] = [newPath(), lengths.map((length) => randomBytes(length))];
    await writeInPlace(root, path, piecesOf(...pieces), place(createDirectWrites()));
    expect((await readFile(path)).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('when more are written at once than have a place for it, by the same and by others', async () => {
    const both = [createDirectWrites(), createDirectWrites()];
    const files = Array.from({ length: 100 }, (_, index) => ({
      path: newPath(),
      bytes: randomBytes(130_000 + index * 2_000),
    }));
    await Promise.all(
      files.map(({ path, bytes }, index) => writeInPlace(root, path, piecesOf(bytes), place(both[index % 2]!))),
    );
    for (const { path, bytes } of files) expect((await readFile(path)).equals(bytes)).toBe(true);
  });
});

describe('of a piece', () => {
  // Without a flag files go through the cache, on every file system: what is written is the same.
  const anywhere = { flag: 0 };
  const written = async (directly: DirectWrites, length: number, position = 0) =>
    directly.write(await emptyFile(), randomBytes(length), position);

  it('whole blocks are written, and what is left of it is the caller’s', async () => {
    expect(await written(createDirectWrites(anywhere), 200_000)).toBe(48 * 4_096);
    expect(await written(createDirectWrites(anywhere), 1_024 * KIB)).toBe(1_024 * KIB);
    expect(await written(createDirectWrites(anywhere), 25_000_000)).toBe(25_000_000 - (25_000_000 % 4_096));
    expect(await written(createDirectWrites(anywhere), 200_000, 4_096)).toBe(48 * 4_096);
  });

  it('nothing is written that is short, or begins within a block', async () => {
    const directly = createDirectWrites(anywhere);
    expect(await written(directly, 131_071)).toBe(0);
    expect(await written(directly, 200_000, 4_095)).toBe(0);
  });

  it('nothing is written where the system knows no such writes', async () => {
    expect(await written(createDirectWrites({ flag: null }), 200_000)).toBe(0);
  });

  it('is written past the cache where a file can be opened so', async () => {
    const handle = await open(await emptyFile(), constants.O_WRONLY | (constants.O_DIRECT ?? 0)).catch(() => undefined);
    await handle?.close();
    const canBe = handle !== undefined && constants.O_DIRECT !== undefined;
    expect(await written(createDirectWrites(), 200_000)).toBe(canBe ? 48 * 4_096 : 0);
  });
});

describe('a file system that knows no such writes', () => {
  it('is asked once, when it says so of a file that is opened', async () => {
    let asked = 0;
    const directly = createDirectWrites({
      flag: 0,
      openFile: async () => {
        asked += 1;
        throw failure('EINVAL');
      },
    });
    const bytes = randomBytes(200_000);
    for (let tries = 0; tries < 3; tries++) {
      const path = newPath();
      await writeInPlace(root, path, piecesOf(bytes), place(directly));
      expect((await readFile(path)).equals(bytes)).toBe(true);
    }
    expect(asked).toBe(1);
  });

  it('has all of a file, also when it says so at the second part', async () => {
    let writes = 0;
    const openFile = openWith(async (length) => {
      if (++writes === 2) throw failure('EINVAL');
      return length;
    });
    const directly = createDirectWrites({ flag: 0, openFile });
    const [path, bytes] = [newPath(), randomBytes(600_000)];
    await writeInPlace(root, path, piecesOf(bytes), place(directly));
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await directly.write(await emptyFile(), bytes, 0)).toBe(0);
  });
});

describe('a write', () => {
  it('that takes less than it was given leaves the rest to the caller', async () => {
    const directly = createDirectWrites({ flag: 0, openFile: openWith(async () => 1_000) });
    const [path, bytes] = [newPath(), randomBytes(600_000)];
    await writeInPlace(root, path, piecesOf(bytes), place(directly));
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(await directly.write(await emptyFile(), bytes, 0)).toBe(1_000);
  });

  it('that the disk has no room for leaves no file, and its place to others', async () => {
    let isFull = true;
    const openFile = openWith(async (length) => {
      if (isFull) throw failure('ENOSPC');
      return length;
    });
    const directly = createDirectWrites({ flag: 0, openFile });
    const [before, bytes] = [await readdir(root), randomBytes(200_000)];
    for (let tries = 0; tries < 40; tries++)
      await expect(writeInPlace(root, newPath(), piecesOf(bytes), place(directly))).rejects.toThrow('ENOSPC');
    expect(await readdir(root)).toEqual(before);
    isFull = false;
    expect(await directly.write(await emptyFile(), bytes, 0)).toBe(48 * 4_096);
  });

  it('to a file that was removed meanwhile fails as one that is not there', async () => {
    const [path, directly] = [newPath(), createDirectWrites({ flag: 0 })];
    const gone = {
      write: async (at: string, piece: Uint8Array, position: number) => {
        await rm(at);
        return directly.write(at, piece, position);
      },
    };
    await expect(writeInPlace(root, path, piecesOf(randomBytes(200_000)), place(gone))).rejects.toThrow('ENOENT');
  });
});
