import { join } from 'node:path';
import { type Exit, StartFailure, startNats, startPostgres } from '@app/embedded';
import type { Say } from './progress.ts';
import type { Settings } from './settings.ts';
import { type Launched, type Supervised, supervise } from './supervise.ts';

/** A server the services use: one of ours that is kept running, or somebody else's. */
export type Server = Supervised & { readonly url: string; readonly isEmbedded: boolean };

type Running = { readonly url: string; readonly pid: number; readonly exited: Promise<Exit>; stop(): Promise<void> };

/** How the servers are started. */
export type ServerOptions = { readonly settings: Settings; readonly isFast: boolean; readonly say: Say };

/** PostgreSQL: `POSTGRES_URL`, or one from npm on the data folder. The address is the administrator's. */
export function createPostgres({ settings, isFast, say }: ServerOptions): Server {
  const url = settings.get('POSTGRES_URL');
  if (url) return useExisting('PostgreSQL', url);
  const dataDir = join(settings.folder('DATA_DIR'), 'postgres');
  return keepServer(
    'PostgreSQL',
    () => startPostgres({ dataDir, port: settings.port('POSTGRES_PORT'), fast: isFast, portVariable: 'POSTGRES_PORT' }),
    say,
  );
}

/** NATS: `NATS_URL`, or one from npm on the data folder. */
export function createNats({ settings, isFast, say }: ServerOptions): Server {
  const url = settings.get('NATS_URL');
  if (url) return useExisting('NATS', url);
  const dataDir = join(settings.folder('DATA_DIR'), 'nats');
  const program = settings.get('NATS_SERVER_BIN') || undefined;
  return keepServer(
    'NATS',
    () =>
      startNats({ dataDir, port: settings.port('NATS_PORT'), fast: isFast, portVariable: 'NATS_PORT', ...(program ? { program } : {}) }),
    say,
  );
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
