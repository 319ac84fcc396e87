import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Account, giveTo } from './account.ts';
import { diskFull, StartFailure } from './failure.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { tieToThisProcess } from './server-process.ts';

/** What initdb needs to know. */
export type ClusterOptions = {
  /** A folder that does not exist yet. */
  readonly cluster: string;
  readonly password: string;
  readonly binaries: PostgresBinaries;
  readonly account: Account | undefined;
  /** Leaves out flushing to disk. */
  readonly fast: boolean;
};

/**
 * Makes a new cluster: superuser `postgres`, SCRAM only, UTF-8, sorted by code point whatever the machine's locale is.
 */
export async function initialiseCluster(options: ClusterOptions): Promise<void> {
  const { cluster, account } = options;
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(account, cluster);
  const passwordFile = `${cluster}.password`;
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  giveTo(account, passwordFile);
  const args = [
    ...['-D', cluster, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', ...(options.fast ? ['--no-sync'] : [])],
  ];
  try {
    await runInitdb(options, args);
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function runInitdb(options: ClusterOptions, args: readonly string[]): Promise<void> {
  const tied = tieToThisProcess(options.binaries.initdb, args, 'SIGTERM', options.account);
  const child = spawn(tied.command, tied.args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-4_000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw explainInitdb(output, dirname(options.cluster));
}

function explainInitdb(output: string, folder: string): StartFailure {
  if (/could not look up effective user ID/.test(output)) {
    return new StartFailure(
      `This user (id ${process.getuid?.()}) has no entry in /etc/passwd, which PostgreSQL needs to make its data folder. ` +
        'Run the command as a user that has one, or name a PostgreSQL that runs in POSTGRES_URL.',
    );
  }
  return (
    diskFull(output, folder) ??
    new StartFailure(`The PostgreSQL data folder could not be made. initdb said last:\n${output.trim()}`)
  );
}
