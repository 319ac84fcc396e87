import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Manifest, readManifest, restoreBackup } from '@app/backup';
import { StartFailure, startPostgres } from '@app/embedded';
import { keysOf, takeSecretsOver } from './backup-keys.ts';
import { runCommand } from './command.ts';
import { type FoundServer, findDatabaseServer } from './database-server.ts';
import { createProgress } from './progress.ts';
import { openStream } from './restored-stream.ts';
import { ROOT } from './root.ts';
import { takeRunFile } from './run-file.ts';
import { hasDatabase, SERVICES } from './services.ts';
import { readEnvFile, readSettings, type Settings } from './settings.ts';
import { storeOf } from './stored-files.ts';
import { verifyDatabase } from './verification.ts';

const USAGE = `npm run restore -- BACKUP [--replace]

Makes a database of a backup, brings its files back, empties the stream of events and verifies the books. No service may
run. A database that is there is put aside under another name when --replace is given.`;

const say = createProgress();

/** `npm run restore`: see docs/operate/backup.md. */
async function restore(): Promise<void> {
  const { values, positionals } = readArguments();
  const folder = positionals.length === 1 ? resolve(positionals[0]!) : undefined;
  if (folder === undefined) throw new StartFailure(USAGE);
  const settings = await readSettings({
    services: SERVICES,
    environment: { ...readEnvFile(ROOT), ...process.env },
    root: ROOT,
  });
  const dataDir = settings.folder('DATA_DIR');
  mkdirSync(dataDir, { recursive: true });
  const manifest = await readManifest(folder);
  await using held = new AsyncDisposableStack();
  held.defer(takeRunFile(dataDir, dataDir, say));
  if (takeSecretsOver(settings, folder, manifest)) say('the keys beside the backup were taken over');
  const server = held.use(await openServer(settings));
  const store = await storeOf(settings);
  held.defer(() => store.close());
  const { kept, rows, files, events } = await restoreBackup({
    ...{ folder, adminUrl: server.url, database: settings.get('POSTGRES_DATABASE'), store, say },
    services: SERVICES.filter(hasDatabase).map(({ name, folder: own, hasEraser = false }) => ({
      ...{ name, hasEraser, migrations: join(ROOT, own, 'migrations') },
    })),
    keys: keysOf(settings),
    replaces: values.replace ?? false,
    stream: held.use(openStream(settings)),
  });
  say(`${rows} rows and ${files} files are back; ${events} events leave again at the next start`);
  if (kept) say(`the database that was there is kept as ${kept}; remove it once you need it no more`);
  // Where PostgreSQL is another's, the services may be run by compose or Kubernetes.
  const next = settings.get('POSTGRES_URL') ? 'Start the services again.' : 'Start the platform with "npm start".';
  const restored = { postgresUrl: server.url, database: settings.get('POSTGRES_DATABASE'), store };
  await verifyRestored(restored, manifest, next);
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } });
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** The server of the settings; on a new machine one that is made in the data folder. */
async function openServer(settings: Settings): Promise<FoundServer> {
  const dataDir = join(settings.folder('DATA_DIR'), 'postgres');
  if (settings.get('POSTGRES_URL') || existsSync(join(dataDir, 'cluster'))) return findDatabaseServer(settings);
  say('making a PostgreSQL in the data folder');
  const started = await startPostgres({ dataDir });
  return { url: started.url, isRunning: false, [Symbol.asyncDispose]: () => started.stop() };
}

async function verifyRestored(
  restored: Parameters<typeof verifyDatabase>[0],
  { moment }: Manifest,
  next: string,
): Promise<void> {
  say('verifying');
  const findings = await verifyDatabase(restored);
  const broken = findings.filter((finding) => finding.broken > 0);
  for (const { service, invariant, broken: count } of broken)
    say(`${service}: ${invariant.name}: not so for ${count}; see "npm run verify"`);
  if (broken.length > 0) process.exitCode = 1;
  else say(`restored to ${moment}; all ${findings.length} invariants hold. ${next}`);
}

await runCommand(restore);
