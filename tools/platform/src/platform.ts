import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { provisionDatabase } from '@app/db';
import { explainFileError, StartFailure } from '@app/embedded';
import { buildServices } from './build-services.ts';
import { childEnvironment, type Surroundings } from './child-environment.ts';
import { requirePorts, requireSpace } from './preflight.ts';
import type { Say } from './progress.ts';
import { ROOT } from './root.ts';
import { takeRunFile } from './run-file.ts';
import { derivePassword, loadSecrets, type Secrets } from './secrets.ts';
import { createNats, createPostgres, type Server } from './servers.ts';
import { openServiceLog, type ServiceLog } from './service-log.ts';
import { launchService } from './service-process.ts';
import { hasDatabase, httpPortVariable, SERVICES, type ServiceDefinition } from './services.ts';
import { type Environment, readSettings, type Settings } from './settings.ts';
import { type Supervised, supervise } from './supervise.ts';

export { StartFailure } from '@app/embedded';
export type { Server } from './servers.ts';
export type { ServiceDefinition } from './services.ts';
export type { Supervised } from './supervise.ts';

/** How to start the platform. */
export type PlatformOptions = {
  /** The settings (see `.env.example`); nothing else of the process's own environment decides. */
  readonly environment: Environment;
  /** Ports that are not set are free ones instead of the defaults. */
  readonly hasFreePorts?: boolean;
  /** PostgreSQL without durability. For tests only. */
  readonly isFast?: boolean;
  /** Told what happens, one line at a time. */
  readonly say?: Say;
  /** Aborted when the platform shall not become ready after all. */
  readonly signal?: AbortSignal;
  /** Other processes than those of the platform. */
  readonly services?: readonly ServiceDefinition[];
};

/** The platform, ready. */
export type Platform = AsyncDisposable & {
  /** Without a slash at the end, as in `http://127.0.0.1:8080`. */
  readonly gatewayUrl: string;
  readonly sandboxUrl: string;
  /** Under their names, as in `ledger`. */
  readonly processes: ReadonlyMap<string, Supervised>;
  readonly postgres: Server;
  readonly nats: Server;
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** Folder with `<name>.log` of every process. */
  readonly logDir: string;
  /** The HTTP origin of a process. */
  originOf(name: string): string;
  /** Gateway, then services, then NATS, then PostgreSQL; may be called twice. */
  stop(): Promise<void>;
};

const READY_WITHIN = 60_000;

/**
 * Starts PostgreSQL, NATS and every process of the platform and resolves when all of them are ready. Everything it started dies with this
 * process. When it fails, what had been started is stopped first.
 * @throws StartFailure with sentences that say what to do
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const services = options.services ?? SERVICES;
  const say = options.say ?? (() => undefined);
  const settings = await readSettings({
    services,
    environment: options.environment,
    root: ROOT,
    hasFreePorts: options.hasFreePorts ?? false,
  });
  await using started = new AsyncDisposableStack();
  const dataDir = prepareFolders(settings, services);
  const gateway = services.find((service) => service.kind === 'gateway');
  requireSpace(dataDir);
  started.defer(takeRunFile(dataDir, gateway ? settings.get('PUBLIC_BASE_URL') : dataDir, say));
  const secrets = loadSecrets(settings, dataDir, existsSync(join(dataDir, 'postgres')));
  await requirePorts(settings, services);

  const serverOptions = { settings, secrets, isFast: options.isFast ?? false, say };
  const postgres = createPostgres(serverOptions);
  const nats = createNats(serverOptions, services.filter(hasDatabase));
  started.defer(() => stopAndSay([postgres], say));
  started.defer(() => stopAndSay([nats], say));
  const servers = startServers({ postgres, nats, services, settings, secrets, say });
  await allOrFirstFailure([servers, buildServices(services, say)]);
  options.signal?.throwIfAborted();

  const around: Surroundings = { root: ROOT, services, settings, secrets, postgresUrl: postgres.url, nats };
  const processes = new Map<string, Supervised>();
  for (const kind of ['sandbox', 'service', 'gateway'] as const) {
    const members = services.filter((service) => service.kind === kind).map((service) => superviseService(service, around, started, say));
    for (const member of members) processes.set(member.name, member);
    started.defer(() => stopAndSay(members, say));
  }
  const stopAll = () => Promise.all([...processes.values()].map((each) => each.stop()));
  options.signal?.addEventListener('abort', stopAll);
  await allOrFirstFailure(
    [...processes.values()].map((each) => startAndSay(each, say)),
    stopAll,
  ).finally(() => options.signal?.removeEventListener('abort', stopAll));
  options.signal?.throwIfAborted();

  const owned = started.move();
  const originOf = (name: string) => originOfService(services.find((service) => service.name === name)!, settings);
  return {
    gatewayUrl: gateway ? originOf(gateway.name) : '',
    sandboxUrl: settings.get('SANDBOX_BASE_URL'),
    processes,
    postgres,
    nats,
    settings,
    secrets,
    logDir: logFolder(settings),
    originOf,
    stop: () => owned.disposeAsync(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const logFolder = (settings: Settings): string => join(settings.folder('DATA_DIR'), 'logs');

function prepareFolders(settings: Settings, services: readonly ServiceDefinition[]): string {
  const dataDir = settings.folder('DATA_DIR');
  const sandboxes = services.filter((service) => service.kind === 'sandbox').map((service) => join(dataDir, service.name));
  for (const folder of [dataDir, logFolder(settings), settings.folder('FILES_DIR'), ...sandboxes]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
    } catch (error) {
      throw explainFileError(error, folder);
    }
  }
  return dataDir;
}

type ServerPlan = {
  readonly postgres: Server;
  readonly nats: Server;
  readonly services: readonly ServiceDefinition[];
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly say: Say;
};

async function startServers({ postgres, nats, services, settings, secrets, say }: ServerPlan): Promise<void> {
  await allOrFirstFailure([postgres.start().then(() => prepareDatabase()), nats.start()]);
  say(`${describeServer(postgres)} and ${describeServer(nats)} answer`);

  async function prepareDatabase(): Promise<void> {
    const roles = services.filter(hasDatabase).map((service) => ({
      name: service.name,
      password: derivePassword(secrets, 'database', service.name),
      ownerPassword: derivePassword(secrets, 'database', `${service.name}_owner`),
      ...(service.hasEraser ? { eraserPassword: derivePassword(secrets, 'database', `${service.name}_eraser`) } : {}),
    }));
    await provisionDatabase(postgres.url, { database: settings.get('POSTGRES_DATABASE'), services: roles }).catch((error: Error) => {
      throw new StartFailure(`The database could not be prepared at ${new URL(postgres.url).host}: ${error.message}`);
    });
  }
}

const describeServer = (server: Server): string =>
  `${server.name} (${server.isEmbedded ? 'own' : 'existing'}, ${new URL(server.url).host})`;

function originOfService(service: ServiceDefinition, settings: Settings): string {
  const host = service.kind === 'gateway' ? settings.get('GATEWAY_HOST') : '127.0.0.1';
  const callable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${callable}:${settings.get(httpPortVariable(service))}`;
}

function superviseService(service: ServiceDefinition, around: Surroundings, started: AsyncDisposableStack, say: Say): Supervised {
  const log: ServiceLog = openServiceLog(service.name, join(logFolder(around.settings), `${service.name}.log`), say);
  started.defer(() => log.close());
  const folder = resolve(ROOT, service.folder);
  const launch = () =>
    launchService({
      name: service.name,
      main: join(folder, 'dist', 'main.mjs'),
      cwd: folder,
      environment: childEnvironment(service, around),
      origin: originOfService(service, around.settings),
      readyWithin: READY_WITHIN,
      log,
    });
  const supervised = supervise(service.name, launch, say);
  const start = async (): Promise<void> => {
    await supervised.start().catch((error: Error) => {
      log.flush();
      throw error instanceof StartFailure ? new StartFailure(`${error.message} Its log is ${log.path}.`) : error;
    });
  };
  return Object.defineProperties({} as Supervised, { ...Object.getOwnPropertyDescriptors(supervised), start: { value: start } });
}

async function startAndSay(each: Supervised, say: Say): Promise<void> {
  await each.start();
  say(`${each.name} is ready`);
}

async function stopAndSay(members: readonly Supervised[], say: Say): Promise<void> {
  const running = members.filter((each) => each.pid !== undefined);
  await Promise.all(members.map((each) => each.stop()));
  if (running.length > 0) say(`stopped ${running.map((each) => each.name).join(', ')}`);
}

/** Waits for all; after the first failure cancels the others and waits for them, so that nothing goes on behind our back. */
async function allOrFirstFailure(work: readonly Promise<unknown>[], cancel?: () => Promise<unknown>): Promise<void> {
  try {
    await Promise.all(work);
  } catch (error) {
    await cancel?.();
    await Promise.allSettled(work);
    throw error;
  }
}
