import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { platformTables } from '@app/db';
import { ROOT } from './root.ts';
import { SCHEMA_OWNERS, type SchemaOwner } from './schema-owners.ts';

/**
 * Beside the sources of each owner of tables, the migrations of theirs that are released, with the SHA-256 of each: lines
 * of `<digest>  <name>`, sorted by name.
 */
const LIST = 'released-migrations.sha256';
const listOf = ({ schema }: SchemaOwner): string => join(ROOT, dirname(dirname(schema)), LIST);

/** Digests of migrations by their name: the path of a file, or `platform/0001_messages`. */
export type Digests = Readonly<Record<string, string>>;

const digestOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Every migration there is, of the platform or of a service. */
function digestsOf({ migrations }: SchemaOwner): Digests {
  if (migrations === undefined) return Object.fromEntries(platformTables.map(({ name, sql }) => [name, digestOf(sql)]));
  const files = readdirSync(join(ROOT, migrations)).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(
    files.map((file) => [`${migrations}/${file}`, digestOf(readFileSync(join(ROOT, migrations, file)))]),
  );
}

const ofAll = (digests: (owner: SchemaOwner) => Digests): Digests => Object.assign({}, ...SCHEMA_OWNERS.map(digests));

/** Every migration there is, of all services and of the platform. */
export const migrationDigests = (): Digests => ofAll(digestsOf);

/** Every migration that is released. */
export const releasedDigests = (): Digests => ofAll((owner) => readReleased(listOf(owner)));

export function readReleased(file: string): Digests {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return Object.fromEntries(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

function writeReleased(file: string, digests: Digests): void {
  const lines = Object.entries(digests).map(([name, digest]) => `${digest}  ${name}\n`);
  writeFileSync(file, lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(''));
}

/**
 * What is wrong between the migrations and the list of those that are released, a sentence each, with what to do about
 * it.
 */
export function faultsOfReleased(released: Digests, present: Digests): readonly string[] {
  const changed = Object.keys(released).filter((name) => present[name] !== released[name]);
  const unlisted = Object.keys(present).filter((name) => released[name] === undefined);
  return [
    ...changed.map(
      (name) =>
        `${name} ${present[name] === undefined ? 'is gone' : 'has changed'}: databases have applied it, so put it back as it was and add a new ` +
        `one ("npm run migration -- <service> <name>"). Only one that nobody but you has ever applied may change: delete its line from the ` +
        `${LIST} of its service, then "npm run migration -- --seal".`,
    ),
    ...unlisted.map((name) => `${name} is not listed: once it says what it shall, run "npm run migration -- --seal".`),
  ];
}

/** Adds the migrations that are not listed yet, and names them. A line that is there never changes. */
export const sealMigrations = (): readonly string[] =>
  SCHEMA_OWNERS.flatMap((owner) => sealList(listOf(owner), digestsOf(owner)));

/** The same of one list. */
export function sealList(file: string, present: Digests): readonly string[] {
  const released = readReleased(file);
  const added = Object.keys(present).filter((name) => released[name] === undefined);
  if (added.length > 0) writeReleased(file, { ...present, ...released });
  return added;
}
