import { createTally } from '@app/audit';
import { connect } from '@app/db';
import { createBroker } from '@app/events';
import { poolsOf } from '@app/registry';
import { createRpcClients } from '@app/rpc';
import {
  createClock,
  createHealth,
  createLifecycle,
  createLogger,
  createMetrics,
  createSigner,
  createVerifier,
  type Lifecycle,
  type Logger,
} from '@app/runtime';
import type { ProcessConfig } from './process-config.ts';
import { inQuietTime } from './quiet-time.ts';
import { awaitSchema } from './schema.ts';
import { beginTracing } from './tracing.ts';

export interface RuntimeOptions {
  /** Of the process: its schema, its user of the broker, its log. */
  readonly name: string;
  readonly config: ProcessConfig;
  /** Folder of its migrations, absolute. */
  readonly migrations: string;
  /** The longest that a graceful stop may take. */
  readonly graceMillis: number;
  /** Sets streams and buckets of a test file apart. */
  readonly natsPrefix?: string | undefined;
  /** True in a process of its own: then the process itself is measured too. */
  readonly isProcess?: boolean | undefined;
  /** How long calls wait for another service that is being restarted, instead of ten seconds. */
  readonly restartGraceMillis?: number | undefined;
}

/** What a process does once its schema is there. */
export interface Startup {
  /** Before work is taken; must be safe to repeat, and on every replica. */
  readonly prepare?: () => Promise<unknown>;
  /** From when work is taken. */
  readonly begin?: () => void;
  /** Made when the process has little to do, one at a time, or earlier when asked for. Of a process of its own. */
  readonly later?: readonly (() => unknown)[];
}

/** A process that was started. */
export interface RunningProcess {
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
  /** Resolves once the process takes work; rejects when it never will. */
  readonly opened: Promise<void>;
  /** Stops gracefully. */
  stop(): Promise<void>;
}

/**
 * What every process of the platform runs on, the gateway as each service: log, metrics, clock, database, broker, keys,
 * clients of other services, readiness and the order of a stop. Nothing connects, listens or runs yet.
 */
export function createRuntime(options: RuntimeOptions) {
  const { name, config, migrations, graceMillis, natsPrefix, isProcess, restartGraceMillis } = options;
  const logger = createLogger({ service: name, level: config.LOG_LEVEL });
  const metrics = createMetrics({ service: name, isProcess: isProcess ?? false });
  const db = connect({
    url: config.DATABASE_URL,
    schema: name,
    applicationName: name,
    pools: poolsOf(name, config.DATABASE_POOL_SIZE),
    metrics,
  });
  const broker = createBroker({
    url: config.NATS_URL,
    name,
    logger,
    replicas: config.NATS_REPLICAS,
    ...(natsPrefix ? { prefix: natsPrefix } : {}),
  });
  const signer = createSigner(name, config.INTERNAL_PRIVATE_KEY);
  const clients = createRpcClients({ signer, metrics, restartGraceMillis });
  const health = createHealth();
  const lifecycle = createLifecycle({ logger, graceMillis });
  const tracing = isProcess ? beginTracing({ name, logger, lifecycle }) : undefined;
  const stopping = new AbortController();
  let isOpen = false;

  // Its own database and schema, always. Neighbours are named, and their absence is no reason to take no work.
  health.addCheck('schema', async () =>
    isOpen ? undefined : Promise.reject(new Error('the schema is not there yet')),
  );
  health.addCheck('database', () => db.ping());
  health.addNeighbour('broker', () => broker.ping());
  lifecycle.onStop('unready', 'health', (reason) => {
    health.stop();
    stopping.abort();
    // SIGTERM replaces a process, whose neighbours stay or come back; with SIGINT all of them go.
    if (reason === 'SIGINT') clients.waitNoMore();
  });

  const takeWork = async ({ prepare, begin, later = [] }: Startup): Promise<void> => {
    const isThere = await awaitSchema({
      name,
      directory: migrations,
      url: config.DATABASE_URL,
      ownerUrl: config.DATABASE_OWNER_URL,
      db,
      logger,
      stop: stopping.signal,
    });
    if (!isThere) return;
    await tracing;
    await prepare?.();
    isOpen = true;
    begin?.();
    if (isProcess)
      inQuietTime(later, {
        stopping: stopping.signal,
        failed: (error) => logger.error({ err: error }, 'what was left for a quiet time failed'),
      });
  };

  return {
    name,
    logger,
    metrics,
    clock: createClock(),
    db,
    broker,
    signer,
    verifier: createVerifier(config.INTERNAL_PUBLIC_KEYS),
    clients,
    /** Records of security about what changes nothing. */
    tally: createTally({ db, logger }),
    health,
    lifecycle,
    /** Aborted as soon as the process is asked to stop. */
    stopping: stopping.signal,
    /** Whether the schema is there and work is taken. */
    isOpen: () => isOpen,
    /**
     * Waits for the schema, then takes work. Resolves as well when the process was stopped before that.
     * @param ports by the names that the log gives them
     */
    open: (startup: Startup, ports: Readonly<Record<string, number>>): Promise<void> => {
      const opened = takeWork(startup);
      opened.then(
        () => isOpen && logger.info(ports, 'started'),
        (error: unknown) => logger.fatal({ err: error }, 'the process cannot start'),
      );
      return opened;
    },
    stop: async (): Promise<void> => void (await lifecycle.stop('asked to')),
    /** Closes every connection. */
    close: async (): Promise<void> => {
      clients.close();
      await broker.close();
      await db.close();
    },
  };
}

export type Runtime = ReturnType<typeof createRuntime>;
