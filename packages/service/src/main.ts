import { migrate } from '@app/db';
import { listParked, publishAgain } from '@app/events';
import { ConfigError, settleMemory } from '@app/runtime';
import type { z } from 'zod';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import type { ServiceDefinition } from './definition.ts';
import { provision } from './provision.ts';
import { rekey } from './rekey.ts';
import { migrationsOf } from './schema.ts';
import { startService } from './start.ts';

const USAGE = `Commands:
  (none)        start the service
  migrate       bring the schema up to date and end
  provision     make the database, and roles and a schema for each of PROVISION_SERVICES
  parked        list the messages that wait for an operator
  rekey         seal under DATA_ENCRYPTION_KEY what DATA_ENCRYPTION_KEYS_PREVIOUS sealed; safe to repeat, and while the service runs
  redrive <id>  handle one of them again
  republish [moment]
                publish the service's events since then again, by default all that a stream would hold; consumers know repeats`;

/** What `src/main.ts` of a service calls: starts it, or runs one of the operator's commands. */
export async function main<S extends z.core.$ZodLooseShape>(
  definition: ServiceDefinition<S>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const [command, id] = args;
    if (command === undefined) await serve(definition);
    else if (command === 'migrate') await migrateOnce(definition);
    else if (command === 'provision') await provision(process.env);
    else if (command === 'rekey')
      await withParts(definition, async ({ db, sealer }) =>
        console.log(`Sealed anew: ${await rekey(db, sealer, definition.sealed ?? [])}.`),
      );
    else if (command === 'parked')
      await withParts(definition, async ({ db }) => console.log(JSON.stringify(await listParked(db), null, 2)));
    else if (command === 'redrive' && /^\d+$/.test(id ?? ''))
      await withParts(definition, ({ consumer }) => consumer.redrive(Number(id)));
    else if (command === 'republish') await republish(definition, id);
    else throw new ConfigError(USAGE);
  } catch (error) {
    // A sentence is enough for what the operator can mend.
    console.error(error instanceof ConfigError ? error.message : error);
    process.exitCode = 1;
    // Connections that were opened before the failure would keep a service alive that never started.
    if (args.length === 0) process.exit(1);
  }
}

async function serve<S extends z.core.$ZodLooseShape>(definition: ServiceDefinition<S>): Promise<void> {
  const service = await startService(definition, { isProcess: true });
  service.lifecycle.handleSignals();
  const { logger } = service.composition;
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'a rejection nobody handled');
    process.exit(1);
  });
  service.opened.then(
    () => settleMemory(),
    async () => {
      await service.stop();
      process.exit(1);
    },
  );
}

async function migrateOnce<S extends z.core.$ZodLooseShape>(definition: ServiceDefinition<S>): Promise<void> {
  const url = process.env.DATABASE_OWNER_URL;
  if (!url)
    throw new ConfigError(
      'The environment variable DATABASE_OWNER_URL is missing: migrations run as the owner of the schema.',
    );
  const { applied } = await migrate({
    url,
    service: definition.name,
    directory: migrationsOf(definition),
    replaceNewer: true,
  });
  console.log(applied.length === 0 ? 'The schema was up to date.' : `Applied: ${applied.join(', ')}`);
}

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
