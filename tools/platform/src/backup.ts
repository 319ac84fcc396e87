import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backupsIn, checkBackup, takeBackup, writeBackupMetrics } from '@app/backup';
import { StartFailure } from '@app/embedded';
import { keysOf, secretsOf } from './backup-keys.ts';
import { runCommand } from './command.ts';
import { findDatabaseServer } from './database-server.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { hasDatabase, SERVICES } from './services.ts';
import { readEnvFile, readSettings } from './settings.ts';
import { storeOf } from './stored-files.ts';

const USAGE = `npm run backup -- FOLDER [--with-secrets] [--keep NUMBER] [--metrics FILE]
npm run backup -- --check BACKUP

Writes the rows of every service at one moment, and the files they name, into a new folder below FOLDER, while the
platform works on. --with-secrets takes the keys along, --keep removes all but the newest, --metrics writes when it was
made for Prometheus. --check reads a backup and compares it with its hashes.`;

const say = createProgress();

/** `npm run backup`: see docs/operate/backup.md. */
async function backup(): Promise<void> {
  const { values, positionals } = readArguments();
  const [folder] = positionals;
  if (values.check !== undefined) return check(resolve(values.check));
  if (folder === undefined || positionals.length > 1) throw new StartFailure(USAGE);
  const keep = readKeep(values.keep);
  const settings = await readSettings({
    services: SERVICES,
    environment: { ...readEnvFile(ROOT), ...process.env },
    root: ROOT,
  });
  await using server = await findDatabaseServer(settings);
  const url = new URL(server.url);
  url.pathname = `/${settings.get('POSTGRES_DATABASE')}`;
  const store = await storeOf(settings);
  try {
    const taken = await takeBackup({
      url: url.href,
      services: SERVICES.filter(hasDatabase).map(({ name }) => name),
      store,
      into: folder,
      keys: keysOf(settings),
      secrets: values['with-secrets'] ? secretsOf(settings) : undefined,
      say,
    });
    const { count, total, gone } = taken.manifest.files;
    say(`${count} files, ${(total / 1_000_000).toFixed(1)} MB`);
    if (gone.length > 0) say(`${gone.length} files were removed meanwhile, with the records that named them`);
    if (values.metrics !== undefined) await writeBackupMetrics(resolve(values.metrics), taken.manifest);
    if (keep !== undefined) await removeOldest(resolve(folder), keep);
    process.stdout.write(`${taken.folder}\n`);
  } finally {
    store.close();
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'with-secrets': { type: 'boolean' },
        keep: { type: 'string' },
        metrics: { type: 'string' },
        check: { type: 'string' },
      },
    });
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new StartFailure(`--keep is how many backups stay, as in "--keep 14".`);
  return Number(text);
}

async function removeOldest(into: string, keep: number): Promise<void> {
  for (const name of (await backupsIn(into)).slice(0, -keep)) {
    await rm(join(into, name), { recursive: true, force: true });
    say(`removed ${name}`);
  }
}

async function check(folder: string): Promise<void> {
  const { manifest, tables, rows, files } = await checkBackup(folder);
  say(`${folder} is whole: ${rows} rows of ${tables} tables and ${files} files at ${manifest.moment}`);
}

await runCommand(backup);
