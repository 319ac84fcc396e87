import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, databaseAccount, giveTo } from './account.ts';
import { explainFileError, holdFolder, prepareDataFolder, requireUnusedFolder } from './data-folder.ts';
import { StartFailure } from './failure.ts';
import { isPostgres } from './find-postgres.ts';
import { initialiseCluster } from './initdb.ts';
import { findFreePort, portTaken } from './ports.ts';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';
import { type Exit, type ServerCommand, type ServerProcess, startServer } from './server-process.ts';

/** How to start PostgreSQL. */
export type PostgresOptions = {
  /** Made when missing; keeps the cluster and the superuser's password. */
  readonly dataDir: string;
  /** TCP port on 127.0.0.1; a free one is taken when it is absent. */
  readonly port?: number;
  /** Gives up durability for speed. For tests only: a power cut may destroy the cluster. */
  readonly fast?: boolean;
  /** The variable named in the sentence about a taken port. */
  readonly portVariable?: string;
  readonly onLog?: (line: string) => void;
};

/** A PostgreSQL server that answers. `url` is the superuser's, on the database `postgres`. */
export type EmbeddedPostgres = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
};

/**
 * Room for a `DATABASE_POOL_SIZE` of 16 with two of each service and of the gateway, for migrations and for the operator.
 * `docker-compose.yml` allows as many.
 */
export const MAX_CONNECTIONS = 320;

/**
 * Settings for two cores that are shared with nine Node processes. No parallel workers: they would take the cores from
 * the services, and need more of /dev/shm than a container has. No jit: statements here are short. Input and output
 * without worker processes.
 */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  `max_connections=${MAX_CONNECTIONS}`,
  'shared_buffers=256MB',
  'work_mem=16MB',
  'maintenance_work_mem=64MB',
  'effective_cache_size=1GB',
  'random_page_cost=1.1',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
  'jit=off',
  'io_method=sync',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_line_prefix=%m %u ',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse', // no DETAIL: it holds values
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
];

/** Passwords of tests are random: what makes guessing one slow would only make each connection slow. */
const FAST_SETTINGS = [
  'scram_iterations=1',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=128MB',
  'max_wal_size=512MB',
];

/**
 * Starts PostgreSQL from its npm package on 127.0.0.1 and resolves when it answers. The server dies with this process.
 * @throws StartFailure for a taken port, a full disk, a folder in use or of another major version
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const account = databaseAccount(options.dataDir);
  const binaries = findPostgres(account);
  const folder = prepareDataFolder(options.dataDir, account);
  await requireUnusedFolder(folder, 'SIGINT');
  const cluster = join(folder, 'cluster');
  try {
    const password = readPassword(folder, account);
    if (existsSync(cluster)) checkCluster(cluster, binaries, options.dataDir);
    else await makeCluster(cluster, password, binaries, account, options.fast ?? false);
    const port = options.port ?? (await findFreePort());
    const server = await startWhenSessionsEnded({
      title: 'PostgreSQL',
      command: binaries.postgres,
      args: [
        '-D',
        cluster,
        '-p',
        `${port}`,
        ...[...SETTINGS, ...(options.fast ? FAST_SETTINGS : [])].flatMap((setting) => ['-c', setting]),
      ],
      stopSignal: 'SIGINT', // fast shutdown: ends the sessions, writes a checkpoint
      hurrySignal: 'SIGQUIT', // immediate shutdown: recovers from the log at the next start
      ready: /ready to accept connections/,
      account,
      folder,
      onLog: options.onLog,
    }).catch((error: unknown) => {
      throw explainStart(error, port, options.portVariable);
    });
    holdFolder(folder, server.pid, account);
    return { ...server, port, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

/** The superuser's password: made once, kept beside the cluster, readable by the server's account only. */
function readPassword(folder: string, account: Account | undefined): string {
  const file = join(folder, 'password');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept) return kept;
  if (existsSync(join(folder, 'cluster'))) {
    throw new StartFailure(
      `The database's password is missing in ${folder}. Put the file "password" back, or run "npm run reset" to start with empty data.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  giveTo(account, file);
  return password;
}

/**
 * A cluster appears whole or not at all: a first start that is interrupted leaves nothing that a second one would trip
 * over.
 */
async function makeCluster(
  cluster: string,
  password: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
  fast: boolean,
) {
  const half = `${cluster}.half`;
  rmSync(half, { recursive: true, force: true });
  await initialiseCluster({ cluster: half, password, binaries, account, fast });
  renameSync(half, cluster);
}

function checkCluster(cluster: string, binaries: PostgresBinaries, dataDir: string): void {
  const file = join(cluster, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (version !== `${binaries.major}`) {
    const found = version ? `was made by PostgreSQL ${version}` : 'is not a PostgreSQL data folder';
    throw new StartFailure(
      `The data in ${dataDir} ${found}; this platform runs PostgreSQL ${binaries.major}. ` +
        'Run "npm run reset" to start with empty data, or set DATA_DIR to another folder and keep this one.',
    );
  }
  releasePidFile(join(cluster, 'postmaster.pid'), dataDir);
}

/** Above the largest pid Linux gives (proc(5), pid_max). */
const NO_PID = 2 ** 22 + 1;

/**
 * After a crash, PostgreSQL refuses to start when another program of the same user has the old pid by now. Only the pid
 * is changed: the rest of the file lets PostgreSQL see whether sessions of the crashed server are still writing.
 */
function releasePidFile(file: string, dataDir: string): void {
  if (!existsSync(file)) return;
  const [pid = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  if (isPostgres(pid)) {
    throw new StartFailure(
      `PostgreSQL already runs on the data in ${dataDir} as process ${pid}. Stop it (kill -INT ${pid}) and run the command again.`,
    );
  }
  writeFileSync(file, [NO_PID, ...rest].join('\n'));
}

/**
 * Sessions of a server that was killed end by themselves, at the latest after their statement; PostgreSQL refuses to
 * start before.
 */
async function startWhenSessionsEnded(command: ServerCommand): Promise<ServerProcess> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    try {
      return await startServer(command);
    } catch (error) {
      const hasSessions = error instanceof StartFailure && /pre-existing shared memory block/.test(error.message);
      if (!hasSessions || Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

function explainStart(error: unknown, port: number, variable: string | undefined): unknown {
  const taken = error instanceof StartFailure && /address already in use|could not create any TCP/i.test(error.message);
  return taken ? portTaken(port, 'PostgreSQL', variable) : error;
}
