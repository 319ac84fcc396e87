import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Keys, type Manifest, SECRETS } from '@app/backup';
import { StartFailure } from '@app/embedded';
import { readSecrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The settings with keys under which rows are sealed or digests made, and those with the keys they replaced. */
const SEALING = [
  ['DATA_ENCRYPTION_KEY', 'DATA_ENCRYPTION_KEYS_PREVIOUS'],
  ['IDENTITY_HMAC_KEY', 'IDENTITY_HMAC_KEYS_PREVIOUS'],
] as const;

/** Every key that something stored may need, from the environment or the data folder; nothing is made. */
export function keysOf(settings: Settings): Keys {
  const kept = readSecrets(join(settings.folder('DATA_DIR'), 'secrets.json')) ?? {};
  return Object.fromEntries(
    SEALING.map(([present, previous]) => {
      const key = settings.get(present) || kept[present];
      const earlier = settings.get(previous).split(',');
      return [present, [key ?? '', ...earlier].filter((each) => each !== '')];
    }),
  );
}

/** What the first start made and is not in the environment, for a backup that takes its keys along. */
export function secretsOf(settings: Settings): Readonly<Record<string, string>> {
  const file = join(settings.folder('DATA_DIR'), 'secrets.json');
  const kept = readSecrets(file);
  if (!kept)
    throw new StartFailure(`${file} does not exist: the keys are in the environment, keep them as you keep others.`);
  return kept;
}

/** A new machine takes the keys over that lie beside the backup. One that has keys keeps its own. */
export function takeSecretsOver(settings: Settings, folder: string, manifest: Manifest): boolean {
  const file = join(settings.folder('DATA_DIR'), 'secrets.json');
  if (!manifest.holdsSecrets || existsSync(file)) return false;
  copyFileSync(join(folder, SECRETS), file);
  return true;
}
