import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformTables } from '@app/db';
import { ROOT } from './root.ts';
import { SCHEMA_OWNERS } from './schema-owners.ts';

/** The list of migrations that are released, with the SHA-256 of each: lines of `<digest>  <name>`, sorted by name. */
const RELEASED = join(ROOT, 'tools/platform/released-migrations.sha256');

/** Digests of migrations by their name: the path of a file, or `platform/0001_messages`. */
export type Digests = Readonly<Record<string, string>>;

const digestOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Every migration there is, of all services and of the platform. */
export function migrationDigests(): Digests {
  const digests: Record<string, string> = {};
  for (const { name, sql } of platformTables) digests[name] = digestOf(sql);
  for (const { migrations } of SCHEMA_OWNERS) {
    if (migrations === undefined) continue;
    for (const file of readdirSync(join(ROOT, migrations)).filter((name) => name.endsWith('.sql'))) {
      digests[`${migrations}/${file}`] = digestOf(readFileSync(join(ROOT, migrations, file)));
    }
  }
  return digests;
}

export function readReleased(file = RELEASED): Digests {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

function writeReleased(digests: Digests, file = RELEASED): void {
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
        `one ("npm run migration -- <service> <name>"). Only one that nobody but you has ever applied may change: delete its line from ` +
        'tools/platform/released-migrations.sha256, then "npm run migration -- --seal".',
    ),
    ...unlisted.map((name) => `${name} is not listed: once it says what it shall, run "npm run migration -- --seal".`),
  ];
}

/** Adds the migrations that are not listed yet, and names them. A line that is there never changes. */
export function sealMigrations(file = RELEASED, present = migrationDigests()): readonly string[] {
  const released = existsSync(file) ? readReleased(file) : {};
  const added = Object.keys(present).filter((name) => released[name] === undefined);
  writeReleased({ ...present, ...released }, file);
  return added;
}
