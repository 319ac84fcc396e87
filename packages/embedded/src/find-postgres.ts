import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The superuser's address of the server that runs on a data folder; undefined when none does. It is read from what the
 * server and its starter keep there (postmaster.pid: line 1 the process, line 4 the port), so it needs the right to
 * read the folder.
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
  const file = join(folder, 'cluster', 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid = '', , , port = ''] = readFileSync(file, 'utf8').split('\n');
  if (!isPostgres(pid)) return undefined;
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  return `postgres://postgres:${password}@127.0.0.1:${port.trim()}/postgres`;
}

/** A crashed server leaves its file; the process may be another one by now. */
export function isPostgres(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid.trim()}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}
