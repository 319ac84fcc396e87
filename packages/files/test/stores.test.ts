import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileStore, MissingContent } from '../src/file-store.ts';
import { createFolderStore } from '../src/folder-store.ts';
import { newKey } from '../src/keys.ts';
import { createS3Store } from '../src/s3-store.ts';
import { startS3 } from './s3-server.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Pieces of a size, as they come from a network. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Case {
  readonly store: FileStore;
  /** How many files it holds, looked at past the store. */
  count?(): Promise<number>;
  stop(): Promise<void>;
}

async function inFolder(): Promise<Case> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  return {
    store: createFolderStore(join(folder, 'files')),
    count: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

const cases: Readonly<Record<string, () => Promise<Case>>> = {
  'a folder': inFolder,
  'a folder, announced before': async () => {
    const { store, ...rest } = await inFolder();
    const put: FileStore['put'] = (key, content, options) => store.put(key, content, { ...options, isAnnounced: true });
    return { ...rest, store: { ...store, put } };
  },
  'an S3-compatible server': async () => {
    const server = await startS3();
    const store = await createS3Store(server.options);
    return {
      store,
      stop: async () => {
        store.close();
        await server.stop();
      },
    };
  },
};

describe.each(Object.entries(cases))('a file store in %s', (_name, start) => {
  let running: Case;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running?.stop());
  const limits = { maximumBytes: 16 * 1024 * 1024 };

  it.each([0, 1, 100_000, 5 * 1024 * 1024, 11 * 1024 * 1024 + 7])(
    'gives back the %i bytes that it was given, with their size and hash',
    async (size) => {
      const { store } = running;
      const bytes = randomBytes(size);
      const key = newKey(7);
      const stored = await store.put(key, inPieces(bytes, 100_001), limits);
      expect({ size: stored.size, sha256: stored.sha256.toString('hex') }).toEqual({ size, sha256: sha256(bytes) });
      expect(await store.stat(key)).toEqual({ size });
      expect(sha256(await whole(await store.open(key)))).toBe(sha256(bytes));
    },
  );

  it('gives a part, both ends included', async () => {
    const { store } = running;
    const key = newKey(7);
    await store.put(key, [Buffer.from('0123456789')], limits);
    expect((await whole(await store.open(key, { first: 2, last: 4 }))).toString()).toBe('234');
    expect((await whole(await store.open(key, { first: 9, last: 9 }))).toString()).toBe('9');
  });

  it('refuses more bytes than may be, and keeps none of them', async () => {
    const { store } = running;
    const before = await running.count?.();
    for (const [size, maximumBytes] of [
      [11, 10],
      [6 * 1024 * 1024, 5 * 1024 * 1024 + 1],
    ] as const) {
      const key = newKey(8);
      await expect(store.put(key, inPieces(randomBytes(size), 65_536), { maximumBytes })).rejects.toMatchObject({
        code: 'common.payload_too_large',
        status: 413,
      });
      expect(await store.stat(key)).toBeUndefined();
    }
    expect(await running.count?.()).toBe(before);
  });

  it('keeps nothing of content that breaks off, and passes on why it did', async () => {
    const { store } = running;
    const before = await running.count?.();
    const key = newKey(8);
    async function* broken(): AsyncGenerator<Uint8Array, void> {
      yield randomBytes(6 * 1024 * 1024);
      throw new Error('the sender left');
    }
    await expect(store.put(key, broken(), limits)).rejects.toThrow('the sender left');
    expect(await store.stat(key)).toBeUndefined();
    expect(await running.count?.()).toBe(before);
  });

  it('says that a key has nothing', async () => {
    const { store } = running;
    const key = newKey(9);
    expect(await store.stat(key)).toBeUndefined();
    await expect(store.open(key)).rejects.toBeInstanceOf(MissingContent);
    await store.remove(key);
  });

  it('removes one file, and all of a company and of no other', async () => {
    const { store } = running;
    const of = async (account: number) => {
      const key = newKey(account);
      await store.put(key, [Buffer.from('x')], limits);
      return key;
    };
    const [first, second, third, other] = [await of(21), await of(21), await of(21), await of(211)];
    await store.remove(first);
    expect(await store.stat(first)).toBeUndefined();
    expect(await store.removeAll(21)).toBe(2);
    expect([await store.stat(second), await store.stat(third)]).toEqual([undefined, undefined]);
    expect(await store.stat(other)).toEqual({ size: 1 });
    expect(await store.removeAll(21)).toBe(0);
  });

  it('takes new files of a company while all of it is removed', async () => {
    const { store } = running;
    const keys = Array.from({ length: 20 }, () => newKey(31));
    const [put] = await Promise.all([
      Promise.allSettled(keys.map((key) => store.put(key, [Buffer.from(key)], limits))),
      ...[1, 2, 3].map(() => store.removeAll(31)),
    ]);
    const found = await Promise.all(keys.map((key) => store.stat(key)));
    for (const [index, each] of put.entries()) {
      if (each.status === 'fulfilled') continue;
      expect(each.reason).toMatchObject({ status: 503 });
      expect(found[index]).toBeUndefined();
    }
    const there = found.filter((each) => each !== undefined).length;
    expect(await store.removeAll(31)).toBe(there);
    // What came later is taken, and stays.
    await store.put(keys[0]!, [Buffer.from('x')], limits);
    expect(await store.removeAll(31)).toBe(1);
  });

  it('takes no key that it did not make', async () => {
    const { store } = running;
    for (const key of ['../secret', '/etc/passwd', '1/aa/../../x', `7/aa/${'g'.repeat(32)}`, '7', ''])
      await expect(store.put(key, [Buffer.from('x')], limits)).rejects.toThrow('no key');
    await expect(store.removeAll(0)).rejects.toThrow('client account');
  });

  it('answers a ping', () => running.store.ping());
});

describe('announced content in a folder', () => {
  it('is no more stored once it was removed while it came, with all of its company', async () => {
    const { store, stop } = await inFolder();
    const [key, other] = [newKey(41), newKey(41)];
    async function* removedMeanwhile(): AsyncGenerator<Uint8Array, void> {
      yield Buffer.from('x');
      await store.removeAll(41);
      // Its folder is there again.
      await store.put(other, [Buffer.from('y')], { maximumBytes: 10 });
      yield Buffer.from('x');
    }
    const options = { maximumBytes: 10, isAnnounced: true };
    await expect(store.put(key, removedMeanwhile(), options)).rejects.toMatchObject({ status: 503 });
    expect([await store.stat(key), await store.stat(other)]).toEqual([undefined, { size: 1 }]);
    await stop();
  });

  it('never takes the place of what has the key', async () => {
    const { store, stop } = await inFolder();
    const key = newKey(42);
    const options = { maximumBytes: 10, isAnnounced: true };
    await store.put(key, [Buffer.from('first')], options);
    await expect(store.put(key, [Buffer.from('second')], options)).rejects.toMatchObject({ status: 503 });
    expect((await whole(await store.open(key))).toString()).toBe('first');
    await stop();
  });
});

describe('a store that is away', () => {
  it('is an outage and no mistake of the caller: a folder that cannot be made', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'store-')), 'file');
    await writeFile(file, '');
    const store = createFolderStore(join(file, 'files'));
    await expect(store.put(newKey(1), [Buffer.from('x')], { maximumBytes: 10 })).rejects.toMatchObject({ status: 503 });
    await expect(store.ping()).rejects.toMatchObject({ status: 503 });
    await rm(dirname(file), { recursive: true });
  });

  it('is an outage and no mistake of the caller: a server that nobody answers at', async () => {
    const store = await createS3Store({
      endpoint: 'http://127.0.0.1:9',
      region: 'us-east-1',
      bucket: 'books',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    await expect(store.put(newKey(1), [Buffer.from('x')], { maximumBytes: 10 })).rejects.toMatchObject({ status: 503 });
    await expect(store.open(newKey(1))).rejects.toMatchObject({ status: 503 });
    store.close();
  });

  it('is an outage and no mistake of the caller: a bucket that is not there', async () => {
    const server = await startS3();
    const store = await createS3Store({ ...server.options, bucket: 'elsewhere' });
    await expect(store.put(newKey(1), [Buffer.from('x')], { maximumBytes: 10 })).rejects.toMatchObject({ status: 503 });
    await expect(store.ping()).rejects.toMatchObject({ status: 503 });
    store.close();
    await server.stop();
  });
});
