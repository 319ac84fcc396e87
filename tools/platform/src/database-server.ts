import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningPostgres, StartFailure, startPostgres } from '@app/embedded';
import { createProgress } from './progress.ts';
import type { Settings } from './settings.ts';

/** A PostgreSQL with the platform's data, and whether the platform is at work on it. */
export type FoundServer = AsyncDisposable & { readonly url: string; readonly isRunning: boolean };

const leave = async (): Promise<void> => undefined;

/** `POSTGRES_URL`, or the server of the running platform, or one that is started on the data of a stopped one. */
export async function findDatabaseServer(settings: Settings): Promise<FoundServer> {
  const existing = settings.get('POSTGRES_URL');
  if (existing) return { url: existing, isRunning: true, [Symbol.asyncDispose]: leave };
  const dataDir = join(settings.folder('DATA_DIR'), 'postgres');
  const running = findRunningPostgres(dataDir);
  if (running) return { url: running, isRunning: true, [Symbol.asyncDispose]: leave };
  if (!existsSync(join(dataDir, 'cluster')))
    throw new StartFailure(`${dataDir} holds no database. Start the platform once, or set DATA_DIR or POSTGRES_URL.`);
  createProgress()('starting PostgreSQL on the data of the stopped platform');
  const started = await startPostgres({ dataDir });
  return { url: started.url, isRunning: false, [Symbol.asyncDispose]: () => started.stop() };
}
