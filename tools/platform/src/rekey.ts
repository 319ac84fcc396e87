import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { StartFailure } from '@app/embedded';
import { buildServices } from './build-services.ts';
import { childEnvironment, type Surroundings } from './child-environment.ts';
import { runCommand } from './command.ts';
import { findDatabaseServer } from './database-server.ts';
import { allOrFirstFailure } from './first-failure.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { loadSecrets } from './secrets.ts';
import { SERVICES, type ServiceDefinition } from './services.ts';
import { readEnvFile, readSettings } from './settings.ts';

const say = createProgress();

/**
 * `npm run rekey`: has every service seal anew what is sealed under a key that is to go, each with the keys that the
 * platform hands it (docs/decisions/0079-a-credential-per-service.md). Safe to repeat, and while the platform runs.
 */
async function rekey(): Promise<void> {
  const settings = await readSettings({
    services: SERVICES,
    environment: { ...readEnvFile(ROOT), ...process.env },
    root: ROOT,
  });
  await using server = await findDatabaseServer(settings);
  const secrets = loadSecrets(settings, settings.folder('DATA_DIR'), true);
  const existing = settings.get('NATS_URL');
  const nats = { isEmbedded: existing === '', url: existing || `nats://127.0.0.1:${settings.get('NATS_PORT')}` };
  const around: Surroundings = { root: ROOT, services: SERVICES, settings, secrets, postgresUrl: server.url, nats };
  await buildServices(SERVICES, say);
  const sealing = SERVICES.filter(({ kind }) => kind === 'service');
  await allOrFirstFailure(sealing.map(async (service) => say(`${service.name}: ${await rekeyOne(service, around)}`)));
}

/** Runs the command of one service. Gives what it says. @throws StartFailure with its last words */
async function rekeyOne(service: ServiceDefinition, around: Surroundings): Promise<string> {
  const folder = resolve(ROOT, service.folder);
  const child = spawn(process.execPath, [join(folder, 'dist', 'main.mjs'), 'rekey'], {
    cwd: folder,
    env: childEnvironment(service, around),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  if (code !== 0)
    throw new StartFailure(`${service.name} could not seal its secrets anew: ${(said.err || said.out).trim()}`);
  return said.out.trim().split('\n').at(-1) ?? '';
}

await runCommand(rekey);
