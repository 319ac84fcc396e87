import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeInPlace } from '../src/durable-folder.ts';
import { shareSyncs } from '../src/folder-syncs.ts';

/** Syncs that end when they are told to, in the order in which they began. */
function heldSyncs() {
  const begun: { readonly folder: string; readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const sync = shareSyncs((folder) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    begun.push({ folder, end: resolve, fail: reject });
    return promise;
  });
  return { begun, sync, folders: () => begun.map(({ folder }) => folder) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Whether something has ended by now. */
async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  const open = Symbol();
  const state = await Promise.race([work.then(undefined, () => undefined), turn().then(() => open)]);
  return state !== open;
}

it('begins at once for whoever is alone, and once for all who ask while the folder is being synced', async () => {
  const { begun, sync, folders } = heldSyncs();
  const first = sync('a');
  expect(folders()).toEqual(['a']);
  const later = [sync('a'), sync('a'), sync('a')];
  begun[0]!.end();
  await first;
  // The one under way may have begun before their names were there.
  expect(await hasEnded(Promise.race(later))).toBe(false);
  expect(folders()).toEqual(['a', 'a']);
  begun[1]!.end();
  await Promise.all(later);
  const again = sync('a');
  expect(folders()).toEqual(['a', 'a', 'a']);
  begun[2]!.end();
  await again;
});

it('lets nobody wait for another folder', async () => {
  const { begun, sync, folders } = heldSyncs();
  const [one, other] = [sync('a'), sync('b')];
  expect(folders()).toEqual(['a', 'b']);
  begun[1]!.end();
  await other;
  expect(await hasEnded(one)).toBe(false);
  begun[0]!.end();
  await one;
});

it('fails for all who share a sync, and for nobody else', async () => {
  const { begun, sync } = heldSyncs();
  const first = sync('a');
  const shared = [sync('a'), sync('a')];
  begun[0]!.fail(new Error('the disk is gone'));
  await expect(first).rejects.toThrow('the disk is gone');
  await turn();
  const next = sync('a');
  begun[1]!.fail(new Error('still gone'));
  for (const each of shared) await expect(each).rejects.toThrow('still gone');
  await turn();
  begun[2]!.end();
  await next;
});

it('syncs the folder of a file that has its bytes, and leaves nothing of one whose name the disk may not know', async () => {
  const root = await mkdtemp(join(tmpdir(), 'syncs-'));
  const path = join(root, 'file');
  const seen: string[] = [];
  const directly = { write: async () => 0 };
  const syncItsFolder = async (folder: string): Promise<void> => void seen.push(folder, await readFile(path, 'utf8'));
  await writeInPlace(root, path, inTwo(), { syncItsFolder, directly });
  expect(seen).toEqual([root, 'onetwo']);
  const other = join(root, 'other');
  const syncNothing = () => Promise.reject(new Error('no'));
  await expect(writeInPlace(root, other, inTwo(), { syncItsFolder: syncNothing, directly })).rejects.toThrow('no');
  expect(await readdir(root)).toEqual(['file']);
  await rm(root, { recursive: true });
});

async function* inTwo(): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from('one');
  yield Buffer.from('two');
}
