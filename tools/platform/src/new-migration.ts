import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '@app/embedded';
import { ROOT } from './root.ts';
import type { SchemaOwner } from './schema-owners.ts';

const PLATFORM_TABLES = join(ROOT, 'packages/db/src/platform-tables.ts');

/** The number that stands behind the highest one among names such as `0012_external_ids`, in four digits. */
export const numberAfter = (names: readonly string[]): string => {
  const numbers = names.map((name) => Number(/^(\d{4})_/.exec(name)?.[1] ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
};

/** A list of steps in TypeScript with one more at its end. */
export function withStep(module: string, name: string, statements: readonly string[]): string {
  const lines = statements
    .flatMap((statement) => statement.replaceAll('`', '\\`').split('\n'))
    .map((line) => `      ${line}`.trimEnd());
  const step = `  {\n    name: '${name}',\n    sql: \`\n${lines.join('\n')}\n    \`,\n  },\n];`;
  return module.replace(/^\];/m, () => step);
}

/**
 * Writes a migration with these statements, and gives where. @param number four digits, for a number that was agreed
 * on; else the next one
 * @throws StartFailure for a name that a file cannot have, or a number that is taken
 */
export function writeMigration(
  owner: SchemaOwner,
  migration: { readonly name: string; readonly number?: string | undefined; readonly statements: readonly string[] },
): string {
  const { name, statements } = migration;
  if (!/^[a-z][a-z0-9_]{1,60}$/.test(name))
    throw new StartFailure(`"${name}" names no migration: use words such as budget_of_projects.`);
  const module = readFileSync(PLATFORM_TABLES, 'utf8');
  const names = owner.migrations
    ? readdirSync(join(ROOT, owner.migrations))
    : [...module.matchAll(/name: 'platform\/(.*)'/g)].map(([, step]) => step!);
  const number = migration.number ?? numberAfter(names);
  if (names.some((other) => other.startsWith(`${number}_`)))
    throw new StartFailure(`The number ${number} is taken; leave it out to get a free one.`);
  if (owner.migrations === undefined) {
    writeFileSync(PLATFORM_TABLES, withStep(module, `platform/${number}_${name}`, statements));
    return PLATFORM_TABLES;
  }
  const file = join(ROOT, owner.migrations, `${number}_${name}.sql`);
  writeFileSync(file, `${statements.join('\n')}\n`);
  return file;
}
