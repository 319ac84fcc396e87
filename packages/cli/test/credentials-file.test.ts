import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeProfiles, type Profiles, readProfiles } from '../src/credentials-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-'));
  file = join(folder, 'credentials.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const named = (name: string): Profiles => ({
  [name]: { kind: 'client', url: 'https://books.test', clientId: name, clientSecret: 'secret' },
});
/** As if whoever made it had died long ago. */
async function leave(lock: string): Promise<void> {
  const longAgo = new Date(Date.now() - 600_000);
  await writeFile(lock, '');
  await utimes(lock, longAgo, longAgo);
}

it.each([
  ['nobody died', []],
  ['one died that held it', ['lock']],
  ['another died while it took that over', ['lock', 'lock.stale']],
])('commands change the file one at a time, and no change is lost, when %s', async (_, left) => {
  for (let round = 0; round < 5; round++) {
    for (const lock of left) await leave(`${file}.${lock}`);
    let inside = 0;
    let most = 0;
    const change = (name: string) =>
      changeProfiles(file, async (profiles) => {
        most = Math.max(most, ++inside);
        await pause(1);
        inside--;
        return { ...profiles, ...named(name) };
      });
    const names = Array.from({ length: 12 }, (_, index) => `${round}-${index}`);
    await Promise.all(names.map(change));
    expect(most).toBe(1);
    expect(Object.keys(await readProfiles(file))).toEqual(expect.arrayContaining(names));
  }
  expect(await readdir(folder)).toEqual(['credentials.json']);
});

it('a command whose lock another one took over stores nothing, and leaves the lock of the other', async () => {
  const older = changeProfiles(file, async () => {
    // What another command does that finds this one asleep for minutes.
    await writeFile(`${file}.lock`, 'another');
    await writeFile(file, JSON.stringify({ profiles: named('newer') }), { mode: 0o600 });
    return named('older');
  });
  await expect(older).rejects.toThrow('Another command');
  expect(Object.keys(await readProfiles(file))).toEqual(['newer']);
  expect(await readFile(`${file}.lock`, 'utf8')).toBe('another');
});
