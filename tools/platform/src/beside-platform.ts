import { join, resolve } from 'node:path';
import { buildServices } from './build-services.ts';
import type { Surroundings } from './child-environment.ts';
import { findDatabaseServer } from './database-server.ts';
import type { Say } from './progress.ts';
import { ROOT } from './root.ts';
import { loadSecrets } from './secrets.ts';
import { SERVICES, type ServiceDefinition } from './services.ts';
import { readEnvFile, readSettings } from './settings.ts';

/**
 * Does something with what the processes of `npm start` are given, beside them or while they are stopped: the services
 * are built, and PostgreSQL is there.
 */
export async function besidePlatform<T>(say: Say, work: (around: Surroundings) => Promise<T>): Promise<T> {
  const settings = await readSettings({
    services: SERVICES,
    environment: { ...readEnvFile(ROOT), ...process.env },
    root: ROOT,
  });
  await using server = await findDatabaseServer(settings);
  const secrets = loadSecrets(settings, settings.folder('DATA_DIR'), true);
  const existing = settings.get('NATS_URL');
  const nats = { isEmbedded: existing === '', url: existing || `nats://127.0.0.1:${settings.get('NATS_PORT')}` };
  await buildServices(SERVICES, say);
  return await work({ root: ROOT, services: SERVICES, settings, secrets, postgresUrl: server.url, nats });
}

/** The program of a service, as it is built. */
export const programOf = ({ folder }: ServiceDefinition): string => join(resolve(ROOT, folder), 'dist', 'main.mjs');
