import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as DrizzleKit from 'drizzle-kit/api';
import { ROOT } from './root.ts';
import type { DeclaredSchema, SchemaOwner } from './schema-owners.ts';

// Its ESM build asks for modules of Node.js in a way that only works in CommonJS.
const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
  'drizzle-kit/api',
) as typeof DrizzleKit;

type Tables = ReturnType<typeof generateDrizzleJson>;

/**
 * A schema as data: what the newest migration leaves behind. The difference to the next one is what has to be migrated.
 */
export interface Snapshot {
  readonly supplement: readonly string[];
  readonly tables: Tables;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Equal schemas give equal snapshots: the ids that drizzle-kit would give them are random. */
export const snapshotOf = ({ exports, supplement }: DeclaredSchema): Snapshot => ({
  supplement,
  tables: { ...generateDrizzleJson(exports as Record<string, unknown>), id: NO_ID, prevId: NO_ID },
});

export const emptySnapshot: Snapshot = snapshotOf({ exports: {}, supplement: [] });

const fileOf = (owner: SchemaOwner): string => join(ROOT, owner.schema, 'snapshot.json');

/** The snapshot that is checked in; the empty one where there is none. */
export const readSnapshot = (owner: SchemaOwner): Snapshot =>
  existsSync(fileOf(owner)) ? (JSON.parse(readFileSync(fileOf(owner), 'utf8')) as Snapshot) : emptySnapshot;

export const writeSnapshot = (owner: SchemaOwner, snapshot: Snapshot): void =>
  writeFileSync(fileOf(owner), `${JSON.stringify(snapshot, null, 2)}\n`);

export const isSameSnapshot = (one: Snapshot, other: Snapshot): boolean => canonical(one) === canonical(other);

/** JSON with sorted keys, without what drizzle-kit leaves undefined. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/**
 * The statements that lead from one snapshot to another, in order. Asks at the terminal whether a column or table that
 * is new is an old one under another name. Of what the builder cannot declare, additions are statements and removals
 * are comments: how to take back is not known.
 */
export async function statementsBetween(from: Snapshot, to: Snapshot): Promise<readonly string[]> {
  const statements = await generateMigration(
    from.tables as Parameters<typeof generateMigration>[0],
    to.tables as never,
  );
  const added = to.supplement.filter((statement) => !from.supplement.includes(statement));
  const removed = from.supplement.filter((statement) => !to.supplement.includes(statement));
  return [
    ...removed.map((statement) => `-- to be taken back by hand: ${statement.replace(/\s+/g, ' ')}`),
    // A service's tables stand in the schema that its search path names first, not in `public`.
    ...statements.map((statement) => statement.replaceAll('"public".', '').trim()),
    ...added.map((statement) => `${statement};`),
  ];
}
