import { join, resolve } from 'node:path';
import { StartFailure } from '@app/embedded';
import { childEnvironment, type Surroundings } from './child-environment.ts';
import type { Say } from './progress.ts';
import { logFolder, openServiceLog } from './service-log.ts';
import { launchService } from './service-process.ts';
import { callableHost, httpPortVariable, type ServiceDefinition } from './services.ts';
import type { Settings } from './settings.ts';
import { type Supervised, supervise } from './supervise.ts';

/** Milliseconds after which a process hangs; on a busy machine ten of them need a minute and more to start. */
const READY_WITHIN = 300_000;

/** Where a process answers HTTP. */
export function originOf(service: ServiceDefinition, settings: Settings): string {
  const host = service.kind === 'gateway' ? settings.get('GATEWAY_HOST') : '127.0.0.1';
  return `http://${callableHost(host)}:${settings.get(httpPortVariable(service))}`;
}

/** What {@link superviseService} shall do otherwise than usual. */
export type Variation = {
  readonly name?: string;
  /** Asked each time the process starts. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly origin?: string;
  /** The checkout whose bundle runs, where it is another than this one. */
  readonly root?: string;
  /** Milliseconds that it may take to be ready. */
  readonly readyWithin?: number;
};

/** A service as a process that is kept running, with its log; `started` closes the log in the end. */
export function superviseService(
  service: ServiceDefinition,
  around: Surroundings,
  started: AsyncDisposableStack,
  say: Say,
  variation?: Variation,
): Supervised {
  const name = variation?.name ?? service.name;
  // Processes that start together, or end together, miss each other meanwhile.
  let isQuiet = true;
  const log = openServiceLog(name, join(logFolder(around.settings), `${name}.log`), say, () => isQuiet);
  started.defer(() => log.close());
  const { root = around.root } = variation ?? {};
  const folder = resolve(root, service.folder);
  const launch = () =>
    launchService({
      name,
      main: join(folder, 'dist', 'main.mjs'),
      cwd: folder,
      environment: { ...childEnvironment(service, { ...around, root }), ...variation?.environment() },
      origin: variation?.origin ?? originOf(service, around.settings),
      readyWithin: variation?.readyWithin ?? READY_WITHIN,
      log,
    });
  const supervised = supervise(name, launch, say);
  const start = async (): Promise<void> => {
    isQuiet = true;
    await supervised.start().catch((error: Error) => {
      throw error instanceof StartFailure
        ? new StartFailure(`${error.message} Its log is ${log.path}, and ends:\n${log.lastWords()}`)
        : error;
    });
    log.flush(); // as quietly as it was written
    isQuiet = false;
  };
  const stop = async (): Promise<void> => {
    log.flush();
    isQuiet = true;
    await supervised.stop();
  };
  return Object.defineProperties({} as Supervised, {
    ...Object.getOwnPropertyDescriptors(supervised),
    start: { value: start },
    stop: { value: stop },
  });
}
