import { faultsOfReleased, migrationDigests, releasedDigests, sealMigrations } from './released-migrations.ts';
import { loadSchema, SCHEMA_OWNERS } from './schema-owners.ts';
import { isSameSnapshot, readSnapshot, snapshotOf } from './schema-snapshot.ts';

/** Those whose tables have changed since their newest migration, a sentence each. */
export async function schemaDrift(): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const owner of SCHEMA_OWNERS) {
    if (isSameSnapshot(readSnapshot(owner), snapshotOf(await loadSchema(owner)))) continue;
    faults.push(`${owner.schema} has changed: write its migration with "npm run migration -- ${owner.name} <name>".`);
  }
  return faults;
}

/**
 * Tables against snapshots, migrations against the lists of released ones; with `write`, new migrations are added to
 * them.
 */
export async function checkSchemas({ write }: { readonly write: boolean }): Promise<readonly string[]> {
  if (write) sealMigrations();
  return [...(await schemaDrift()), ...faultsOfReleased(releasedDigests(), migrationDigests())];
}
