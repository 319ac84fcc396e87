import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSealer } from '@app/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeComposeSecrets } from '../src/compose-secrets.ts';
import { encryptionKeys } from '../src/encryption-keys.ts';
import { ROOT } from '../src/root.ts';
import { loadSecrets } from '../src/secrets.ts';
import { SERVICES, type ServiceDefinition } from '../src/services.ts';
import { readSettings } from '../src/settings.ts';
import { makeTestDataDir, type TemporaryDataDir } from '../src/temporary-data.ts';

const [old, present, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [
  string,
  string,
  string,
];
const plain = Buffer.from('hemmelig');
let data: TemporaryDataDir;

beforeEach(() => {
  data = makeTestDataDir();
  mkdirSync(data.dataDir, { recursive: true });
});
afterEach(() => data.remove());

const serviceOf = (name: string): ServiceDefinition => SERVICES.find((each) => each.name === name)!;

/** What a service is handed at a start, as the sealer that it makes of it. */
async function sealersAt(environment: Readonly<Record<string, string>> = {}) {
  const settings = await readSettings({ services: SERVICES, environment, root: ROOT });
  const secrets = loadSecrets(settings, data.dataDir, false);
  const keysOf = (name: string) => encryptionKeys(serviceOf(name), settings, secrets);
  const sealerOf = (name: string) => {
    const { DATA_ENCRYPTION_KEY, DATA_ENCRYPTION_KEYS_PREVIOUS = '' } = keysOf(name);
    return createSealer(
      DATA_ENCRYPTION_KEY!,
      DATA_ENCRYPTION_KEYS_PREVIOUS === '' ? [] : DATA_ENCRYPTION_KEYS_PREVIOUS.split(','),
    );
  };
  return { keysOf, sealerOf };
}

describe('the keys that services seal under', () => {
  it('are one for each in a new installation, and none reads what another sealed', async () => {
    const { keysOf, sealerOf } = await sealersAt();
    const master = JSON.parse(readFileSync(join(data.dataDir, 'secrets.json'), 'utf8')).DATA_ENCRYPTION_KEY;
    const services = SERVICES.filter(({ kind }) => kind === 'service').map(({ name }) => name);
    const handed = services.flatMap((name) => Object.values(keysOf(name)));
    expect(new Set(handed).size).toBe(services.length);
    expect(handed.join()).not.toContain(master);
    for (const key of handed) expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect([keysOf('gateway'), keysOf('sandbox')]).toEqual([{}, {}]);
    const sealed = sealerOf('auth').seal(plain);
    expect(sealerOf('auth').open(sealed)).toEqual(plain);
    expect(() => sealerOf('filing').open(sealed)).toThrow(/not known/);
    expect((await sealersAt()).keysOf('auth')).toEqual(keysOf('auth'));
  });

  it('read what all services sealed under one key before, and rekey knows what that is', async () => {
    writeFileSync(
      join(data.dataDir, 'secrets.json'),
      JSON.stringify({ DATA_ENCRYPTION_KEY: old, SERVER_SECRET: 's'.repeat(40) }),
    );
    const sealedBefore = createSealer(old).seal(plain);
    const { sealerOf } = await sealersAt();
    expect(sealerOf('organisation').open(sealedBefore)).toEqual(plain);
    expect(sealerOf('organisation').isCurrent(sealedBefore)).toBe(false);
    expect(sealerOf('organisation').digests('x')).toContainEqual(createSealer(old).digest('x'));
    const sealedNow = sealerOf('organisation').seal(plain);
    // The same after another start, and no other service reads it.
    expect((await sealersAt()).sealerOf('organisation').open(sealedNow)).toEqual(plain);
    expect(() => sealerOf('auth').open(sealedNow)).toThrow(/not known/);

    // After rekey of every service.
    const alone = await sealersAt({ DATA_ENCRYPTION_KEY_SHARED: 'false' });
    expect(alone.sealerOf('organisation').open(sealedNow)).toEqual(plain);
    expect(() => alone.sealerOf('organisation').open(sealedBefore)).toThrow(/not known/);
    expect(Object.values(alone.keysOf('organisation')).join()).not.toContain(old);
  });

  it('are replaced for all by replacing the one they follow from', async () => {
    const before = await sealersAt({ DATA_ENCRYPTION_KEY: present, DATA_ENCRYPTION_KEY_SHARED: 'false' });
    const sealed = before.sealerOf('auth').seal(plain);
    const after = await sealersAt({
      DATA_ENCRYPTION_KEY: other,
      DATA_ENCRYPTION_KEYS_PREVIOUS: present,
      DATA_ENCRYPTION_KEY_SHARED: 'false',
    });
    expect(after.sealerOf('auth').open(sealed)).toEqual(plain);
    expect(after.sealerOf('auth').isCurrent(sealed)).toBe(false);
    expect(() => after.sealerOf('chat').open(sealed)).toThrow(/not known/);
    expect(Object.values(after.keysOf('auth')).join()).not.toContain(present);
  });

  it('do not follow from a published one behind https', async () => {
    const published = 'b25seS1mb3ItdGhpcy1tYWNoaW5lLTMyLWJ5dGVzISE=';
    const { keysOf } = await sealersAt({ DATA_ENCRYPTION_KEY: published, PUBLIC_BASE_URL: 'https://books.example' });
    expect(() => keysOf('auth')).toThrow(/^DATA_ENCRYPTION_KEY holds a default that is published/);
  });
});

it('a container of docker compose gets its own key, and older ones to read with', async () => {
  const key = (name: string, variable = 'DATA_ENCRYPTION_KEY') =>
    new RegExp(`^${variable}='(.*)'$`, 'm').exec(readFileSync(join(data.dataDir, `${name}.env`), 'utf8'))?.[1];
  await writeComposeSecrets(data.dataDir, {});
  expect([key('auth') === key('ledger'), key('auth', 'DATA_ENCRYPTION_KEYS_PREVIOUS')]).toEqual([false, undefined]);
  rmSync(join(data.dataDir, 'secrets.json'));
  await writeComposeSecrets(data.dataDir, { DATA_ENCRYPTION_KEY: present, DATA_ENCRYPTION_KEYS_PREVIOUS: old });
  const previous = key('auth', 'DATA_ENCRYPTION_KEYS_PREVIOUS')!.split(',');
  expect(previous).toHaveLength(3);
  expect(previous.slice(1)).toEqual([present, old]);
});
