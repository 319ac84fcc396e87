import { dirname, join } from 'node:path';
import type postgres from 'postgres';
import { platformDefinitions } from './platform-definitions.ts';
import { checksumOf, readSteps, type Step } from './steps.ts';

interface Remembered {
  readonly name: string;
  readonly checksum: string;
}

/** What a schema remembers of one definition: every form it had, the one in force last. */
type Forms = ReadonlyMap<string, readonly string[]>;

/**
 * Functions, triggers and views of a service, as `create or replace`: those that every service has, then the files of
 * the folder `sql` beside its migrations, in the order of their names. Unlike a migration such a file is edited in
 * place.
 */
export const definitionsOf = async (migrations: string): Promise<readonly Step[]> => [
  ...platformDefinitions,
  ...(await readSteps(join(dirname(migrations), 'sql'))).map(({ name, sql }) => ({ name: `sql/${name}`, sql })),
];

export const makeDefinitionsTable = (sql: postgres.Sql): Promise<unknown> =>
  sql`create table if not exists schema_definitions (
    id bigint generated always as identity primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    unique (name, checksum))`;

async function formsIn(sql: postgres.Sql): Promise<Forms> {
  const rows = await sql<Remembered[]>`select name, checksum from schema_definitions order by id`;
  const forms = new Map<string, string[]>();
  for (const { name, checksum } of rows) forms.set(name, [...(forms.get(name) ?? []), checksum]);
  return forms;
}

/**
 * Applies the definitions whose form is new to the schema, all of them in one transaction: a call sees all of the old
 * ones or all of the new.
 *
 * A form that the schema has had before and has no longer belongs to an older build than the one that was here last,
 * and replacing it would take the ground from under that build's processes: it is left alone and named in `newer`,
 * unless `replaceNewer` says that an operator asked.
 */
export async function applyDefinitions(
  sql: postgres.Sql,
  directory: string,
  replaceNewer: boolean,
): Promise<{ readonly applied: readonly string[]; readonly newer: readonly string[] }> {
  const forms = await formsIn(sql);
  const isInForce = (step: Step): boolean => forms.get(step.name)?.at(-1) === checksumOf(step);
  const wasBefore = (step: Step): boolean => forms.get(step.name)?.includes(checksumOf(step)) ?? false;

  const changed = (await definitionsOf(directory)).filter((step) => !isInForce(step));
  const newer = replaceNewer ? [] : changed.filter(wasBefore);
  const due = changed.filter((step) => !newer.includes(step));
  if (due.length > 0) {
    await sql.begin(async (tx) => {
      for (const step of due) {
        await tx.unsafe(step.sql);
        await remember(tx, step);
      }
    });
  }
  return { applied: due.map(({ name }) => name), newer: newer.map(({ name }) => name) };
}

/** Forms that came after this one are forgotten: the build they belong to applies them anew. */
async function remember(tx: postgres.TransactionSql, step: Step): Promise<void> {
  const { name } = step;
  const checksum = checksumOf(step);
  await tx`delete from schema_definitions where name = ${name} and id > (select id from schema_definitions where name = ${name} and checksum = ${checksum})`;
  await tx`insert into schema_definitions (name, checksum) values (${name}, ${checksum}) on conflict do nothing`;
}

/**
 * The definitions whose form the schema never had. One that a newer build replaced is not among them: that build serves
 * this one's calls.
 */
export async function missingDefinitions(sql: postgres.Sql, directory: string): Promise<readonly string[]> {
  const definitions = await definitionsOf(directory);
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('schema_definitions') is not null as exists`;
  const forms = table?.exists ? await formsIn(sql) : new Map<string, string[]>();
  return definitions.filter((step) => !forms.get(step.name)?.includes(checksumOf(step))).map(({ name }) => name);
}
