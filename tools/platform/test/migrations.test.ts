import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { numberAfter, withStep } from '../src/new-migration.ts';
import {
  faultsOfReleased,
  migrationDigests,
  readReleased,
  releasedDigests,
  sealList,
} from '../src/released-migrations.ts';
import { schemaDrift } from '../src/schema-check.ts';
import { isSameSnapshot, snapshotOf, statementsBetween } from '../src/schema-snapshot.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('no released migration has changed, and every migration is listed', () => {
  expect(faultsOfReleased(releasedDigests(), migrationDigests())).toEqual([]);
});

it('the newest migration of every service leaves what its tables in TypeScript declare', async () => {
  expect(await schemaDrift()).toEqual([]);
});

it('a released migration that was edited or deleted is named with what to do, and so is a new one that is not listed', () => {
  const faults = faultsOfReleased({ a: 'one', b: 'two', c: 'three' }, { a: 'one', b: 'edited', d: 'four' });
  expect(faults).toEqual([
    expect.stringMatching(/^b has changed: .*put it back as it was and add a new one/),
    expect.stringMatching(/^c is gone: /),
    expect.stringMatching(/^d is not listed: .*--seal/),
  ]);
});

it('sealing lists new migrations by name and leaves every line that is there', () => {
  const file = join(folder, 'released');
  expect(sealList(file, { b: '2'.repeat(64) })).toEqual(['b']);
  expect(sealList(file, { b: 'f'.repeat(64), a: '1'.repeat(64) })).toEqual(['a']);
  expect(readFileSync(file, 'utf8')).toBe(`${'1'.repeat(64)}  a\n${'2'.repeat(64)}  b\n`);
  expect(readReleased(file)).toEqual({ a: '1'.repeat(64), b: '2'.repeat(64) });
  expect(Object.keys(releasedDigests()).length).toBeGreaterThan(80);
});

const id = bigint('id', { mode: 'number' });
const things = pgTable('things', { id: id.primaryKey() });
const owned = pgTable('things', { id: id.primaryKey(), owner: text('owner').notNull() }, (table) => [
  index('things_owner').on(table.owner),
]);

it('a migration holds the difference alone, in the schema that the search path names', async () => {
  const before = snapshotOf({ exports: { things }, supplement: ['alter table things set unlogged'] });
  const after = snapshotOf({ exports: { things: owned }, supplement: ['alter table things set (fillfactor = 70)'] });
  expect(await statementsBetween(before, after)).toEqual([
    '-- to be taken back by hand: alter table things set unlogged',
    'ALTER TABLE "things" ADD COLUMN "owner" text NOT NULL;',
    'CREATE INDEX "things_owner" ON "things" USING btree ("owner");',
    'alter table things set (fillfactor = 70);',
  ]);
  expect(await statementsBetween(after, after)).toEqual([]);
});

it('one schema has one snapshot, however often it is made and read again', () => {
  const snapshot = snapshotOf({ exports: { things }, supplement: [] });
  writeFileSync(join(folder, 'snapshot.json'), JSON.stringify(snapshot));
  expect(isSameSnapshot(snapshot, snapshotOf({ exports: { things }, supplement: [] }))).toBe(true);
  expect(isSameSnapshot(snapshot, JSON.parse(readFileSync(join(folder, 'snapshot.json'), 'utf8')))).toBe(true);
  expect(isSameSnapshot(snapshot, snapshotOf({ exports: { things: owned }, supplement: [] }))).toBe(false);
});

it('a migration gets the number behind the highest one', () => {
  expect(numberAfter([])).toBe('0001');
  expect(numberAfter(['0036_changes_by_cursor.sql', '0012_external_ids.sql'])).toBe('0037');
});

it('a migration of the platform becomes the last step of its list', () => {
  const module =
    "export const steps = [\n  {\n    name: 'platform/0001_one',\n    sql: `\n      select 1;\n    `,\n  },\n];\n";
  expect(withStep(module, 'platform/0002_two', ['create table two (\n\tid int\n);'])).toBe(
    "export const steps = [\n  {\n    name: 'platform/0001_one',\n    sql: `\n      select 1;\n    `,\n  },\n" +
      "  {\n    name: 'platform/0002_two',\n    sql: `\n      create table two (\n      \tid int\n      );\n    `,\n  },\n];\n",
  );
});
