import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@app/demo/password';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  administratorFile,
  demoPassword,
  demoPasswordFile,
  refusePublishedPasswords,
  tellAdministrator,
} from '../src/people-passwords.ts';
import { startPlatform } from '../src/platform.ts';
import { ROOT } from '../src/root.ts';
import { SERVICES } from '../src/services.ts';
import { type Environment, readSettings } from '../src/settings.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'accounting-people-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (environment: Environment = {}) =>
  readSettings({ services: SERVICES, environment: { DATA_DIR: dataDir, ...environment }, root: ROOT });
const OPEN: readonly Environment[] = [
  { GATEWAY_HOST: '0.0.0.0' },
  { GATEWAY_HOST: '::' },
  { GATEWAY_HOST: '192.0.2.7' },
  { PUBLIC_BASE_URL: 'https://books.example.com' },
];

describe('the password of the demo company', () => {
  it('is the published one where only this machine reaches the platform', async () => {
    for (const environment of [
      {},
      { GATEWAY_HOST: '::1' },
      { GATEWAY_HOST: 'localhost' },
      { PUBLIC_BASE_URL: 'http://localhost:8080' },
    ])
      expect(demoPassword(await read(environment))).toBe(DEMO_PASSWORD);
  });

  it.each(OPEN)('is one of its own where others reach it (%o), kept for this user alone', async (environment) => {
    const password = demoPassword(await read(environment));
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(demoPassword(await read(environment))).toBe(password);
    expect(statSync(demoPasswordFile(await read())).mode & 0o777).toBe(0o600);
    refusePublishedPasswords(await read(environment));
  });

  it.each(OPEN)(
    'that is published is refused before anything starts (%o), also of a company made half or by an earlier release',
    async (environment) => {
      demoPassword(await read());
      const start = () => startPlatform({ environment: { DATA_DIR: dataDir, ...environment }, hasFreePorts: true });
      await expect(start()).rejects.toThrow(/sign in with a password that is published.*npm run reset/);
      rmSync(demoPasswordFile(await read()));
      writeFileSync(join(dataDir, 'demonstration.json'), '{"users":[]}');
      // Not even without the demo company: its people are there.
      await expect(
        startPlatform({ environment: { DATA_DIR: dataDir, DEMO_COMPANY: 'false', ...environment } }),
      ).rejects.toThrow(/is published/);
      expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false);
      refusePublishedPasswords(await read());
    },
  );
});

describe('the password of the administrator', () => {
  it('stands in a file for this user alone', async () => {
    const settings = await read();
    writeFileSync(administratorFile(settings), 'of old', { mode: 0o644 });
    tellAdministrator(settings, { BOOTSTRAP_ADMIN_PASSWORD: 'made' });
    expect(readFileSync(administratorFile(settings), 'utf8')).toBe('made\n');
    expect(statSync(administratorFile(settings)).mode & 0o777).toBe(0o600);
  });

  it('that somebody set is written nowhere', async () => {
    const settings = await read({ BOOTSTRAP_ADMIN_PASSWORD: 'chosen' });
    tellAdministrator(settings, { BOOTSTRAP_ADMIN_PASSWORD: 'chosen' });
    expect(existsSync(administratorFile(settings))).toBe(false);
  });
});
