import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { hasDatabase, SERVICES } from './services.ts';

/**
 * Who declares tables: a service for its own schema, or the platform, whose tables stand in the schema of every
 * service.
 */
export interface SchemaOwner {
  /** As in `ledger`, or `platform`. */
  readonly name: string;
  /** Folder with the tables in TypeScript, relative to the repository. */
  readonly schema: string;
  /** Folder with the migrations; the platform's are text in a module (`packages/db/src/platform-tables.ts`). */
  readonly migrations?: string;
}

export const PLATFORM: SchemaOwner = { name: 'platform', schema: 'packages/db/src/schema' };

export const SCHEMA_OWNERS: readonly SchemaOwner[] = [
  PLATFORM,
  ...SERVICES.filter(hasDatabase).map(({ name, folder }) => ({
    name,
    schema: `${folder}/src/schema`,
    migrations: `${folder}/migrations`,
  })),
];

/** What a folder `schema` declares. */
export interface DeclaredSchema {
  /** Tables and views by the names they are exported under. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** What the builder cannot declare, as SQL that makes it: the export `supplement` of `supplement.ts`. */
  readonly supplement: readonly string[];
}

/** Loads every module of the owner's folder; `index.ts` only passes on what the others declare. */
export async function loadSchema(owner: SchemaOwner): Promise<DeclaredSchema> {
  const folder = join(ROOT, owner.schema);
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    : [];
  const modules: Record<string, unknown>[] = await Promise.all(files.sort().map((file) => import(join(folder, file))));
  const { supplement = [], ...exports } = Object.assign({}, ...modules) as Record<string, unknown>;
  return { exports, supplement: supplement as readonly string[] };
}
