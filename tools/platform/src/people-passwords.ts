import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@app/demo/password';
import { StartFailure } from '@app/embedded';
import { isLoopbackHost, isThisMachine } from '@app/runtime';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/**
 * Where the password of the first administrator is written, unless it was set: not on the screen, where others read and
 * logs keep it.
 */
export const administratorFile = (settings: Settings): string =>
  join(settings.folder('DATA_DIR'), 'administrator-password');

/** Where the one password of the people of the demo company is kept. */
export const demoPasswordFile = (settings: Settings): string =>
  join(settings.folder('DATA_DIR'), 'demonstration-password');

/** Writes the password that was made for the administrator where only this user reads it. */
export function tellAdministrator(settings: Settings, secrets: Secrets): void {
  if (settings.get('BOOTSTRAP_ADMIN_PASSWORD') === '')
    writePrivately(administratorFile(settings), `${secrets.BOOTSTRAP_ADMIN_PASSWORD}\n`);
}

/**
 * The password for the people of a demo company: the published one where only this machine reaches the platform, a
 * random one otherwise. Chosen once and kept before anybody is made with it, so that a seed that stopped half way goes
 * on with the same.
 */
export function demoPassword(settings: Settings): string {
  const kept = keptDemoPassword(settings);
  if (kept) return kept;
  const chosen = isOpenToOthers(settings) ? randomBytes(15).toString('base64url') : DEMO_PASSWORD;
  writePrivately(demoPasswordFile(settings), `${chosen}\n`);
  return chosen;
}

/**
 * Anybody could sign in to a demo company that was made for this machine alone.
 * @throws StartFailure when the platform would be open to others and such a one is there
 */
export function refusePublishedPasswords(settings: Settings): void {
  if (!isOpenToOthers(settings) || keptDemoPassword(settings) !== DEMO_PASSWORD) return;
  throw new StartFailure(
    `The people of the demo company in ${settings.folder('DATA_DIR')} sign in with a password that is published, and this platform would be open to others: ` +
      `GATEWAY_HOST is ${settings.get('GATEWAY_HOST')}, PUBLIC_BASE_URL is ${settings.get('PUBLIC_BASE_URL')}. Set another DATA_DIR, run "npm run reset" to start with ` +
      'empty data (a demo company that is made then has a password of its own), or let both name this machine.',
  );
}

/**
 * Whether others than who sits at this machine reach the gateway: by the address it listens on, or by the one it is
 * reached under.
 */
const isOpenToOthers = (settings: Settings): boolean =>
  !isLoopbackHost(settings.get('GATEWAY_HOST')) || !isThisMachine(settings.get('PUBLIC_BASE_URL'));

function keptDemoPassword(settings: Settings): string | undefined {
  if (existsSync(demoPasswordFile(settings))) return readFileSync(demoPasswordFile(settings), 'utf8').trim();
  // Earlier releases knew the published one only.
  return existsSync(join(settings.folder('DATA_DIR'), 'demonstration.json')) ? DEMO_PASSWORD : undefined;
}

function writePrivately(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600); // One that was there keeps the rights it had.
}
