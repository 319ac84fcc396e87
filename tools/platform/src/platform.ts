import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { explainFileError } from '@app/embedded';
import { keepBrokerUsable } from './broker-watch.ts';
import { buildServices } from './build-services.ts';
import { childEnvironment, type Surroundings } from './child-environment.ts';
import { allOrFirstFailure } from './first-failure.ts';
import { refusePublishedPasswords, tellAdministrator } from './people-passwords.ts';
import { requirePorts, requireSpace } from './preflight.ts';
import type { Say } from './progress.ts';
import { replicasOf } from './replicas.ts';
import { ROOT } from './root.ts';
import { takeRunFile } from './run-file.ts';
import { isSandboxNeeded } from './sandbox-needed.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { createNats, createPostgres, type Server } from './servers.ts';
import { logFolder } from './service-log.ts';
import { hasDatabase, SERVICES, type ServiceDefinition } from './services.ts';
import { type Environment, readSettings, type Settings } from './settings.ts';
import { startServers } from './start-servers.ts';
import type { Supervised } from './supervise.ts';
import { originOf, superviseService } from './supervise-service.ts';

export { findFreePort, StartFailure } from '@app/embedded';
export { ROOT } from './root.ts';
export type { Server } from './servers.ts';
export type { ServiceDefinition } from './services.ts';
export { portVariables } from './settings-table.ts';
export type { Supervised } from './supervise.ts';
export { makeTemporaryDataDir, makeTestDataDir, type TemporaryDataDir } from './temporary-data.ts';

/** How to start the platform. */
export type PlatformOptions = {
  /** The settings (see `.env.example`); nothing else of the process's own environment decides. */
  readonly environment: Environment;
  /** Ports that are not set are free ones instead of the defaults. */
  readonly hasFreePorts?: boolean;
  /** PostgreSQL without durability. For tests only. */
  readonly isFast?: boolean;
  /** Called with what happens, one line at a time. */
  readonly say?: Say;
  /** Aborted when the platform shall not become ready after all. */
  readonly signal?: AbortSignal;
  /** Other processes than those of the platform. */
  readonly services?: readonly ServiceDefinition[];
  /**
   * Variables of single processes in place of what follows from the settings, by service; looked at each time a process
   * starts. For tests that stand between two processes, or give them other secrets.
   */
  readonly overrides?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * One process of each service and of the gateway on each of these addresses of this machine, named `ledger-1`,
   * `ledger-2`. Whoever asks for it listens on the usual address, which the others are sent to, and passes on. For
   * tests that stand in for a balancer.
   */
  readonly hosts?: readonly string[];
  /** A built checkout of another release, whose bundles run on the last of `hosts`. For tests of an upgrade. */
  readonly otherRelease?: string;
};

/** The platform, ready. */
export type Platform = AsyncDisposable & {
  /** Without a slash at the end, as in `http://127.0.0.1:8080`. */
  readonly gatewayUrl: string;
  /** Where the sandbox is; it runs unless every outside system has an address of its own. */
  readonly sandboxUrl: string;
  /** Under their names, as in `ledger`, or `ledger-1` where there are several. */
  readonly processes: ReadonlyMap<string, Supervised>;
  readonly postgres: Server;
  readonly nats: Server;
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** Folder with `<name>.log` of every process. */
  readonly logDir: string;
  /** The HTTP origin of a process; of a service with several, the usual address. */
  originOf(name: string): string;
  /** What a process of a service is given when it starts now; where there are several, without their own addresses. */
  environmentOf(service: string): Readonly<Record<string, string>>;
  /** Gateway, then services, then NATS, then PostgreSQL; may be called twice. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL, NATS and every process of the platform and resolves when all of them are ready. Everything it
 * started dies with this process. When it fails, what had been started is stopped first.
 * @throws StartFailure with sentences that say what to do
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const all = options.services ?? SERVICES;
  const hosts = options.hosts ?? [];
  const say = options.say ?? (() => undefined);
  const settings = await readSettings({
    services: all,
    environment: options.environment,
    root: ROOT,
    hasFreePorts: options.hasFreePorts ?? false,
  });
  const services = isSandboxNeeded(settings) ? all : all.filter(({ kind }) => kind !== 'sandbox');
  await using started = new AsyncDisposableStack();
  const dataDir = prepareFolders(settings, services);
  const gateway = services.find((service) => service.kind === 'gateway');
  refusePublishedPasswords(settings);
  requireSpace(dataDir);
  started.defer(takeRunFile(dataDir, gateway ? settings.get('PUBLIC_BASE_URL') : dataDir, say));
  const secrets = loadSecrets(settings, dataDir, existsSync(join(dataDir, 'postgres', 'cluster')));
  tellAdministrator(settings, secrets);
  await requirePorts(settings, services, hosts);

  const serverOptions = { settings, secrets, isFast: options.isFast ?? false, say };
  const postgres = createPostgres(serverOptions);
  const nats = createNats(serverOptions, services.filter(hasDatabase));
  started.defer(() => stopAndSay([postgres], say));
  started.defer(() => stopAndSay([nats], say));
  const servers = startServers({ postgres, nats, services, settings, secrets, say });
  await allOrFirstFailure([servers, buildServices(services, say)]);
  options.signal?.throwIfAborted();
  if (nats.isEmbedded) started.use(keepBrokerUsable(nats, say));

  const around: Surroundings = { root: ROOT, services, settings, secrets, postgresUrl: postgres.url, nats };
  const processes = new Map<string, Supervised>();
  const origins = new Map<string, string>();
  // The machine of a test may have forty other processes to run.
  const patience = options.isFast ? { readyWithin: 600_000 } : {};
  for (const kind of ['sandbox', 'service', 'gateway'] as const) {
    const members = services
      .filter((service) => service.kind === kind)
      .flatMap((service) =>
        replicasOf(service, hosts, settings, options.otherRelease).map((replica) => {
          const environment = () => ({ ...replica.environment, ...options.overrides?.[service.name] });
          const member = superviseService(service, around, started, say, { ...replica, environment, ...patience });
          origins.set(member.name, replica.origin ?? originOf(service, settings));
          return member;
        }),
      );
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
  const serviceOf = (name: string) => services.find((service) => service.name === name)!;
  const originOfName = (name: string) => origins.get(name) ?? originOf(serviceOf(name), settings);
  return {
    gatewayUrl: gateway ? originOf(gateway, settings) : '',
    sandboxUrl: settings.get('SANDBOX_BASE_URL'),
    processes,
    postgres,
    nats,
    settings,
    secrets,
    logDir: logFolder(settings),
    originOf: originOfName,
    environmentOf: (name) => ({ ...childEnvironment(serviceOf(name), around), ...options.overrides?.[name] }),
    stop: () => owned.disposeAsync(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function prepareFolders(settings: Settings, services: readonly ServiceDefinition[]): string {
  const dataDir = settings.folder('DATA_DIR');
  const sandboxes = services
    .filter((service) => service.kind === 'sandbox')
    .map((service) => join(dataDir, service.name));
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

async function startAndSay(each: Supervised, say: Say): Promise<void> {
  await each.start();
  say(`${each.name} is ready`);
}

async function stopAndSay(members: readonly Supervised[], say: Say): Promise<void> {
  const running = members.filter((each) => each.pid !== undefined);
  await Promise.all(members.map((each) => each.stop()));
  if (running.length > 0) say(`stopped ${running.map((each) => each.name).join(', ')}`);
}
