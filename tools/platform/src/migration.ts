import { parseArgs } from 'node:util';
import { StartFailure } from '@app/embedded';
import { runCommand } from './command.ts';
import { writeMigration } from './new-migration.ts';
import { sealMigrations } from './released-migrations.ts';
import { loadSchema, SCHEMA_OWNERS } from './schema-owners.ts';
import { isSameSnapshot, readSnapshot, snapshotOf, statementsBetween, writeSnapshot } from './schema-snapshot.ts';

const USAGE = `npm run migration -- <service> <name> [--number 0045] [--empty]
  writes a migration with the difference between the tables in TypeScript and the newest migration; --empty also without one, for data
npm run migration -- --seal
  adds finished migrations to the list of released ones, which never change
The services are ${SCHEMA_OWNERS.map(({ name }) => name).join(', ')}.`;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Writes the next migration of a service, or of the platform, from the difference to its snapshot. */
async function makeMigration(
  service: string,
  name: string,
  options: { readonly number?: string; readonly empty: boolean },
): Promise<void> {
  const owner = SCHEMA_OWNERS.find((candidate) => candidate.name === service);
  if (!owner) throw new StartFailure(`There is no service "${service}".\n${USAGE}`);
  const before = readSnapshot(owner);
  const snapshot = snapshotOf(await loadSchema(owner));
  const statements = await statementsBetween(before, snapshot);
  if (statements.length > 0 || options.empty) {
    say(`wrote ${writeMigration(owner, { name, number: options.number, statements })}`);
    say(
      'Say in its first line what it is for, and look at what each statement locks (docs/decisions/0076-waits-queues-and-migrations.md).',
    );
    say('Then "npm run migration -- --seal".');
  } else say('The tables are as the newest migration leaves them; --empty writes a migration for data alone.');
  if (!isSameSnapshot(before, snapshot)) writeSnapshot(owner, snapshot);
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seal: { type: 'boolean', default: false },
      empty: { type: 'boolean', default: false },
      number: { type: 'string' },
    },
  });
  const [service, name, ...others] = positionals;
  if (values.seal && service === undefined) for (const added of sealMigrations()) say(`sealed ${added}`);
  else if (service === undefined || name === undefined || others.length > 0 || values.seal)
    throw new StartFailure(USAGE);
  else await makeMigration(service, name, values);
});
