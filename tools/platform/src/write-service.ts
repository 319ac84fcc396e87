import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeMigration } from './new-migration.ts';
import { ROOT } from './root.ts';
import { loadSchema, type SchemaOwner } from './schema-owners.ts';
import { emptySnapshot, isSameSnapshot, snapshotOf, statementsBetween, writeSnapshot } from './schema-snapshot.ts';
import { type NewService, REGISTRY, renderService, withRow } from './service-files.ts';
import { checkFiles } from './written-files.ts';

/** Writes the folder of a new service and its row in the table of services. Gives the paths from the root. */
export const addService = (service: NewService): readonly string[] =>
  checkFiles(
    {
      ...renderService(service),
      [REGISTRY]: withRow(readFileSync(join(ROOT, REGISTRY), 'utf8'), service),
    },
    { write: true },
  );

/** Writes the first migration, of what the service's tables declare; its dependencies must be installed. */
export async function addMigration({ name, description }: NewService): Promise<readonly string[]> {
  const folder = `services/${name}`;
  const owner: SchemaOwner = { name, schema: `${folder}/src/schema`, migrations: `${folder}/migrations` };
  const snapshot = snapshotOf(await loadSchema(owner));
  mkdirSync(join(ROOT, folder, 'migrations'), { recursive: true });
  const comment = `comment on schema "${name}" is '${description.replaceAll("'", "''")}';`;
  const statements = [comment, ...(await statementsBetween(emptySnapshot, snapshot))];
  const file = writeMigration(owner, { name, statements });
  if (isSameSnapshot(emptySnapshot, snapshot)) return [file];
  writeSnapshot(owner, snapshot);
  return [file, join(ROOT, owner.schema, 'snapshot.json')];
}
