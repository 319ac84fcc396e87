import { join } from 'node:path';
import { type Exit, StartFailure, startNats, startPostgres } from '@app/embedded';
import { permissionsOf } from '@app/events/permissions';
import type { Say } from './progress.ts';
import { derivePassword, type Secrets } from './secrets.ts';
import { openServerLog } from './server-log.ts';
import { logFolder } from './service-log.ts';
import type { ServiceDefinition } from './services.ts';
import type { Settings } from './settings.ts';
import { type Launched, type Supervised, supervise } from './supervise.ts';

/** A server the services use: one of ours that is kept running, or somebody else's. */
export type Server = Supervised & { readonly url: string; readonly isEmbedded: boolean };

/** Where the broker is, and whether it is ours: then each service has a user of its own there. */
export type BrokerAddress = Pick<Server, 'url' | 'isEmbedded'>;

type Running = { readonly url: string; readonly pid: number; readonly exited: Promise<Exit>; stop(): Promise<void> };

/** How the servers are started. */
export type ServerOptions = {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly isFast: boolean;
  readonly say: Say;
};

/** PostgreSQL: `POSTGRES_URL`, or one from npm on the data folder. The address is the administrator's. */
export function createPostgres({ settings, isFast, say }: ServerOptions): Server {
  const url = settings.get('POSTGRES_URL');
  if (url) return useExisting('PostgreSQL', url);
  const dataDir = join(settings.folder('DATA_DIR'), 'postgres');
  const port = settings.port('POSTGRES_PORT');
  const start = () =>
    startPostgres({
      ...{ dataDir, port, fast: isFast, portVariable: 'POSTGRES_PORT' },
      onLog: openServerLog(join(logFolder(settings), 'postgresql.log')),
    });
  return keepServer('PostgreSQL', start, say);
}

/** The broker's user for people and tests, who may do everything. */
const OPERATOR = 'operator';

/**
 * NATS: `NATS_URL`, or one from npm on the data folder, which lets in one user per service (see {@link brokerUrlFor}).
 * The address is the operator's.
 */
export function createNats(
  { settings, secrets, isFast, say }: ServerOptions,
  services: readonly ServiceDefinition[],
): Server {
  const url = settings.get('NATS_URL');
  if (url) return useExisting('NATS', url);
  const dataDir = join(settings.folder('DATA_DIR'), 'nats');
  const program = settings.get('NATS_SERVER_BIN') || undefined;
  const users = [
    { user: OPERATOR, password: derivePassword(secrets, 'broker', OPERATOR) },
    ...services.map(({ name }) => ({
      user: name,
      password: derivePassword(secrets, 'broker', name),
      ...permissionsOf(name),
    })),
  ];
  const start = async (): Promise<Running> => {
    const port = settings.port('NATS_PORT');
    const server = await startNats({
      dataDir,
      port,
      users,
      fast: isFast,
      portVariable: 'NATS_PORT',
      onLog: openServerLog(join(logFolder(settings), 'nats.log')),
      ...(program ? { program } : {}),
    });
    return { ...server, url: withUser(server.url, OPERATOR, secrets) };
  };
  return keepServer('NATS', start, say);
}

/** The address under which a service reaches the broker: as its own user when the broker is ours. */
export const brokerUrlFor = (service: ServiceDefinition, nats: BrokerAddress, secrets: Secrets): string =>
  nats.isEmbedded ? withUser(nats.url, service.name, secrets) : nats.url;

function withUser(address: string, user: string, secrets: Secrets): string {
  const url = new URL(address);
  url.username = user;
  url.password = derivePassword(secrets, 'broker', user);
  return url.href;
}

function keepServer(name: string, start: () => Promise<Running>, say: Say): Server {
  let url: string | undefined;
  const launch = async (): Promise<Launched> => {
    const server = await start(); // resolves when it answers
    url = server.url;
    return { pid: server.pid, exited: server.exited, ready: Promise.resolve(), stop: server.stop };
  };
  return Object.defineProperties({} as Server, {
    ...Object.getOwnPropertyDescriptors(supervise(name, launch, say)),
    isEmbedded: { value: true, enumerable: true },
    url: {
      enumerable: true,
      get: () => {
        if (!url) throw new Error(`${name} has not been started`);
        return url;
      },
    },
  });
}

function useExisting(name: string, url: string): Server {
  const refuse = async (): Promise<never> => {
    throw new StartFailure(`${name} at ${new URL(url).host} is not ours to stop or start.`);
  };
  return {
    name,
    url,
    isEmbedded: false,
    pid: undefined,
    start: async () => undefined,
    stop: async () => undefined,
    restart: refuse,
    kill: () => {
      throw new StartFailure(`${name} at ${new URL(url).host} is not ours to kill.`);
    },
    whenReady: async () => undefined,
  };
}
