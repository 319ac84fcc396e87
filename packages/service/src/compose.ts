import type { Guard } from '@app/access';
import { createIdempotencyStore, forgetEndedUseCases } from '@app/db';
import { createConsumer, createRelay, forgetOldMessages, requireConsumable } from '@app/events';
import { apiAudiences, createGuard, createTokenVerifier, keysFrom, sourcesFrom } from '@app/identity';
import { Auth, Changes, Organisation } from '@app/rpc';
import { createSealer } from '@app/runtime';
import type { z } from 'zod';
import { addressOf, readConfig } from './config.ts';
import type { Dependencies, ServiceDefinition } from './definition.ts';
import { housekeepingJobs } from './housekeeping.ts';
import { createJobRunner, defineJob } from './jobs.ts';
import { createMeasurements } from './measurements.ts';
import { recoveryJobs } from './recovery.ts';
import { createRuntime } from './runtime.ts';
import { migrationsOf } from './schema.ts';
import { createVerificationJob } from './verification.ts';

export interface ComposeOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Sets streams and buckets of a test file apart. */
  readonly natsPrefix?: string;
  /** True in a process of its own: then the process itself is measured too. */
  readonly isProcess?: boolean;
  /**
   * False: after the start no job runs by itself. Tests run jobs by their names, and count what each of them did.
   */
  readonly runsJobsByClock?: boolean;
  /** How long calls wait for another service that is being restarted; tests of what comes after that wait less. */
  readonly restartGraceMillis?: number;
}

/** Makes every part of a service without starting any: nothing listens, publishes or runs yet. */
export async function compose<S extends z.core.$ZodLooseShape>(
  definition: ServiceDefinition<S>,
  options: ComposeOptions,
) {
  const { name } = definition;
  const config = readConfig(definition.config ?? ({} as S), options.env ?? process.env);
  const { natsPrefix, isProcess, restartGraceMillis } = options;
  const runtime = createRuntime({
    name,
    config,
    migrations: migrationsOf(definition),
    graceMillis: 60_000,
    natsPrefix,
    isProcess,
    restartGraceMillis,
  });
  const { logger, metrics, clock, db, broker, clients, tally } = runtime;
  const sealer = createSealer(config.DATA_ENCRYPTION_KEY, config.DATA_ENCRYPTION_KEYS_PREVIOUS);
  const idempotency = createIdempotencyStore(db, clock, sealer);

  // Auth and organisation decide with their own tables, which `register` makes: the guard is bound after it.
  let bound: Guard | undefined;
  const guard: Guard = {
    get asksOthers() {
      return bound!.asksOthers;
    },
    authenticate: (authorization, accept) => bound!.authenticate(authorization, accept),
    assertStanding: (principal) => bound!.assertStanding(principal),
    account: (principal, clientAccountId) => bound!.account(principal, clientAccountId),
    accounts: (principal) => bound!.accounts(principal),
  };
  const deps: Dependencies<S> = {
    config,
    db,
    clock,
    logger,
    metrics,
    broker,
    guard,
    sealer,
    idempotency,
    tally,
    connect: (contract, service) => clients.connect(contract, { service, address: addressOf(config, service) }),
  };
  const parts = await definition.register(deps);
  if (options.isProcess)
    requireConsumable(
      name,
      (parts.consumers ?? []).map(({ event }) => event.name),
    );

  const own = parts.identity ?? {};
  const auth = own.keys && own.standing ? undefined : deps.connect(Auth, 'auth');
  const organisation = own.access && own.accesses ? undefined : deps.connect(Organisation, 'organisation');
  const keys = own.keys ?? keysFrom(auth!);
  const remote = sourcesFrom(auth!, organisation!);
  const sources = {
    standing: own.standing ?? remote.standing,
    access: own.access ?? remote.access,
    accesses: own.accesses ?? remote.accesses,
  };
  const verify = createTokenVerifier({
    issuer: config.PUBLIC_BASE_URL,
    audiences: apiAudiences(config.PUBLIC_BASE_URL),
    keys,
    clock,
  });
  const closableGuard = createGuard({
    verify,
    sources,
    broker,
    changes: {
      ...(own.standing ? {} : { auth: deps.connect(Changes, 'auth') }),
      ...(own.access && own.accesses ? {} : { organisation: deps.connect(Changes, 'organisation') }),
    },
    clock,
    logger,
    ...(own.standing ? { standingMillis: 0 } : {}),
    ...(own.access ? { accessMillis: 0 } : {}),
    isInTransaction: () => db.isJoined,
  });
  bound = closableGuard;

  const relay = createRelay({ db, service: name, broker, logger, metrics });
  const consumer = createConsumer({ service: name, handlers: parts.consumers ?? [], db, broker, logger, metrics });
  const measurements = createMeasurements({ db, metrics, logger });
  const jobs = createJobRunner({
    jobs: [...(parts.jobs ?? []), ...recoveryJobs(parts.useCases ?? []), ...generalJobs()],
    runsByClock: options.runsJobsByClock,
    db,
    logger,
    metrics,
  });

  function generalJobs() {
    return [
      ...housekeepingJobs(runtime, config),
      defineJob({ name: 'use-case-cleanup', schedule: { dailyAt: '03:50' }, run: () => forgetEndedUseCases(db) }),
      defineJob({ name: 'message-cleanup', schedule: { everySeconds: 3_600 }, run: () => forgetOldMessages(db) }),
      createVerificationJob({
        service: name,
        verification: definition.verification,
        db,
        logger,
        report: measurements.reportFindings,
      }),
    ];
  }

  return {
    ...runtime,
    config,
    idempotency,
    sealer,
    guard: closableGuard,
    parts,
    relay,
    consumer,
    jobs,
    measurements,
    keys: own.keys ? undefined : keys,
    neighbours: clients.neighbours,
    close: async (): Promise<void> => {
      closableGuard.close();
      await runtime.close();
    },
  };
}

export type Composition = Awaited<ReturnType<typeof compose>>;
