import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeDataFolder } from '@app/embedded';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { alreadyRunning, isRunning, readRun } from './run-file.ts';
import { SERVICES } from './services.ts';
import { readEnvFile, readSettings } from './settings.ts';

/** What the platform itself puts into the data folder; anything else in it is somebody's and stays. */
const OURS = [
  'run.json',
  'secrets.json',
  'demonstration.json',
  'demonstration-password',
  'administrator-password',
  'files',
  'logs',
  'cache',
  'sandbox',
];

const say = createProgress();

/** `npm run reset`: forgets databases, streams, files, secrets and logs. Refuses while the platform runs. */
async function reset(): Promise<void> {
  const settings = await readSettings({
    services: SERVICES,
    environment: { ...readEnvFile(ROOT), ...process.env },
    root: ROOT,
  });
  const dataDir = settings.folder('DATA_DIR');
  if (!existsSync(dataDir)) return say(`nothing to forget: ${dataDir} does not exist`);
  const run = readRun(dataDir);
  if (run && isRunning(run)) throw alreadyRunning(run);

  for (const name of ['postgres', 'nats']) removeDataFolder(join(dataDir, name));
  for (const name of OURS) rmSync(join(dataDir, name), { recursive: true, force: true });
  if (readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  say(`forgot everything in ${dataDir}`);
  for (const name of ['POSTGRES_URL', 'NATS_URL']) {
    if (settings.get(name))
      say(`${name} is set: what is stored at ${new URL(settings.get(name)).host} is left alone, remove it there`);
  }
  const files = settings.folder('FILES_DIR');
  if (existsSync(files)) say(`FILES_DIR is outside the data folder: ${files} is left alone`);
}

await runCommand(reset);
