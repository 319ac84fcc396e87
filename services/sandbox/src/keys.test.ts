import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSigningKey, publicPart } from './keys.ts';

describe('the signing key', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is the same after a restart, and only its owner may read it', async () => {
    const dataDir = join(folder, 'data');
    const first = await loadSigningKey(dataDir);
    expect(await loadSigningKey(dataDir)).toEqual(first);
    expect((await stat(join(dataDir, 'sandbox-keys.json'))).mode & 0o777).toBe(0o600);
    expect(Object.keys(publicPart(first)).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('is made anew when the file holds none, and without a folder every time', async () => {
    await writeFile(join(folder, 'sandbox-keys.json'), '{"kty":"RSA"}');
    const made = await loadSigningKey(folder);
    expect(JSON.parse(await readFile(join(folder, 'sandbox-keys.json'), 'utf8'))).toEqual(made);
    expect((await loadSigningKey(undefined)).kid).not.toBe(made.kid);
  });
});
