import { Failure } from '@app/contract/failure';
import { describeFault, listParked, publishAgain } from '@app/events';
import { ConfigError } from '@app/runtime';
import type { z } from 'zod';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import type { ServiceDefinition } from './definition.ts';
import type { JobRunner } from './jobs.ts';
import { provision } from './provision.ts';
import { rekey } from './rekey.ts';
import { migrateOnce, runProgram } from './run.ts';
import { migrationsOf } from './schema.ts';
import { startService } from './start.ts';
import { verificationJobOf } from './verification.ts';

const USAGE = `Commands:
  (none)        start the service
  migrate       bring the schema up to date and end
  provision     make the database, and roles and a schema for each of PROVISION_SERVICES
  parked        list the messages that wait for an operator
  verify        do now what the nightly verification does; what it finds is what metrics say until the next one
  rekey         seal under DATA_ENCRYPTION_KEY what DATA_ENCRYPTION_KEYS_PREVIOUS sealed; safe to repeat, and while the service runs
  redrive <id>  handle one of them again
  republish [moment]
                publish the service's events since then again, by default all that a stream would hold; consumers know repeats`;

/** What `src/main.ts` of a service calls: starts it, or runs one of the operator's commands. */
export const main = <S extends z.core.$ZodLooseShape>(
  definition: ServiceDefinition<S>,
  args?: readonly string[],
): Promise<void> =>
  runProgram(
    {
      start: () => startService(definition, { isProcess: true }),
      commands: {
        migrate: () => migrateOnce(definition.name, migrationsOf(definition)),
        provision: () => provision(process.env),
        verify: () => withParts(definition, ({ jobs }) => verify(definition.name, jobs)),
        rekey: () =>
          withParts(definition, async ({ db, sealer }) =>
            console.log(`Sealed anew: ${await rekey(db, sealer, definition.sealed ?? [])}.`),
          ),
        parked: () =>
          withParts(definition, async ({ db }) => console.log(JSON.stringify(await listParked(db), null, 2))),
        redrive: (id) => {
          if (!/^\d+$/.test(id ?? '')) throw new ConfigError(USAGE);
          return withParts(definition, async ({ consumer }) => {
            await consumer.redrive(Number(id)).catch(staysParked(Number(id)));
            console.log(`Message ${id} was handled.`);
          });
        },
        republish: (since) => republish(definition, since),
      },
      usage: USAGE,
    },
    args,
  );

/** @throws ConfigError when anything does not hold */
async function verify(service: string, jobs: JobRunner): Promise<void> {
  const broken = await jobs.run(verificationJobOf(service));
  if (broken > 0)
    throw new ConfigError(
      `${broken === 1 ? '1 row breaks' : `${broken} rows break`} a rule; "npm run verify" names the first of each.`,
    );
  console.log('Everything holds.');
}

/** In a sentence: what the database says of a row belongs on nobody's screen. */
const staysParked =
  (id: number) =>
  (error: unknown): never => {
    if (error instanceof Failure) throw error;
    throw new ConfigError(`Message ${id} stays parked. It failed again: ${describeFault(error)}.`);
  };

/**
 * For a database that was restored while the stream was kept: what a consumer had confirmed and then lost comes again.
 */
async function republish<S extends z.core.$ZodLooseShape>(
  definition: ServiceDefinition<S>,
  since: string | undefined,
): Promise<void> {
  const from = since === undefined ? undefined : new Date(since);
  if (from && Number.isNaN(from.getTime()))
    throw new ConfigError(`"${since}" is no moment: write it as 2026-01-31T12:00:00Z.`);
  await withParts(definition, async ({ db }) => {
    const onWait = (millis: number) =>
      console.log(`The stream takes what it has for repeats; waiting ${Math.ceil(millis / 1_000)} s.`);
    const count = await publishAgain(db, definition.name, { onWait, ...(from ? { from } : {}) });
    console.log(count === 0 ? 'There is nothing to publish again.' : `${count} events wait to be published again.`);
  });
}

async function withParts<S extends z.core.$ZodLooseShape>(
  definition: ServiceDefinition<S>,
  work: (parts: Awaited<ReturnType<typeof compose<S>>>) => Promise<unknown>,
): Promise<void> {
  readConfig(definition.config ?? {}, process.env);
  const parts = await compose(definition, {});
  try {
    await work(parts);
  } finally {
    await parts.close();
  }
}
