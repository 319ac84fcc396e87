import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '@app/embedded';
import { makeServiceKey, type ServiceJwk } from '@app/runtime';
import type { Setting } from './setting.ts';
import type { Settings } from './settings.ts';

/** The values of the generated settings by name, with those from the environment in their place. */
export type Secrets = Readonly<Record<string, string>>;

/**
 * In `secrets.json`: whether something may be sealed under `DATA_ENCRYPTION_KEY` itself, as all services did before
 * each had a key of its own.
 */
export const SHARED = 'DATA_ENCRYPTION_KEY_SHARED';

const generate = (setting: Setting): string =>
  setting.kind === '32-byte key'
    ? randomBytes(32).toString('base64')
    : randomBytes(setting.kind === 'secret' ? 32 : 15).toString('base64url');

/**
 * Reads `secrets.json` of the data folder and adds what is missing. Secrets from the environment are used and not
 * written down.
 * @param hasData whether earlier starts have left data that the lost secrets would be needed for
 */
export function loadSecrets(settings: Settings, dataDir: string, hasData: boolean): Secrets {
  const file = join(dataDir, 'secrets.json');
  const kept = readSecrets(file);
  const generated = settings.all.filter((setting) => setting.isGenerated);
  const missing = generated.filter((setting) => !kept?.[setting.name] && settings.get(setting.name) === '');
  if (!kept && hasData && missing.length > 0) {
    throw new StartFailure(
      `${file} is missing, and the data beside it cannot be read without its keys. Put the file back, set ${missing.map((setting) => setting.name).join(', ')} ` +
        'to the values of old, or run "npm run reset" to start with empty data.',
    );
  }
  // A key that is made now has sealed nothing yet; of any other nobody knows, until an operator says so.
  const isNewKey = missing.some(({ name }) => name === 'DATA_ENCRYPTION_KEY');
  const made = Object.fromEntries(missing.map((setting) => [setting.name, generate(setting)]));
  const stored: Record<string, string> = { ...kept, ...made, ...(isNewKey ? { [SHARED]: 'false' } : {}) };
  if (missing.length > 0) writeSecrets(file, stored);
  const values = Object.fromEntries(generated.map(({ name }) => [name, settings.get(name) || stored[name]!]));
  return { ...values, [SHARED]: settings.get(SHARED) || stored[SHARED] || 'true' };
}

/** What the first start made; undefined when there is no such file. @throws StartFailure when it is damaged */
export function readSecrets(file: string): Record<string, string> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    throw new StartFailure(
      `${file} is damaged: it is not JSON. Put a copy back, or run "npm run reset" to start with empty data.`,
    );
  }
}

/** Whole or not at all: half a file would lose the keys. */
function writeSecrets(file: string, secrets: Record<string, string>): void {
  const half = `${file}.half`;
  writeFileSync(half, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(half, file);
}

/**
 * The key with which a service signs its calls to others. It follows from the same secret; only the process it belongs
 * to gets it.
 */
export const deriveInternalKey = (secrets: Secrets, service: string): ServiceJwk =>
  makeServiceKey(service, createHmac('sha256', secrets.SERVER_SECRET!).update(`internal key ${service}`).digest());

/**
 * The password of a database role, of a user of the broker or of an operator's page: it follows from one secret, so that
 * there is one to keep.
 */
export const derivePassword = (secrets: Secrets, purpose: 'database' | 'broker' | 'page', name: string): string =>
  createHmac('sha256', secrets.SERVER_SECRET!).update(`${purpose} ${name}`).digest('base64url');
