import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import { quoted } from './catalogue.ts';
import { BackupFailure } from './failure.ts';

/** As long as PostgreSQL itself waits for those who leave before it refuses to rename a database. */
const LEAVING_MILLIS = 5_000;
const LOOK_EVERY_MILLIS = 100;

/** The databases of a restore: the one to be, while it is made. */
export const databasesOf = (database: string): { readonly restoring: string } => ({
  restoring: `${database}_restoring`,
});

const exists = async (admin: postgres.Sql, database: string): Promise<boolean> =>
  (await admin`select from pg_database where datname = ${database}`).length > 0;

/**
 * A session ends a moment after the program that had it, and is not one of a program that runs.
 * @throws BackupFailure when somebody stays connected, or when there is a database that is not to be replaced
 */
export async function requireUnused(admin: postgres.Sql, database: string, replaces: boolean): Promise<void> {
  if (!(await exists(admin, database))) return;
  if (!replaces)
    throw new BackupFailure(
      `The database ${database} is there already. Add --replace: it is put aside under another name, not removed.`,
    );
  const end = performance.now() + LEAVING_MILLIS;
  let users = await usersOf(admin, database);
  while (users.length > 0 && performance.now() < end) {
    await pause(LOOK_EVERY_MILLIS);
    users = await usersOf(admin, database);
  }
  if (users.length > 0)
    throw new BackupFailure(`The database ${database} is in use by ${users.join(', ')}. Stop every service first.`);
}

/** The names of those who are connected. PostgreSQL's own workers are not: it ends autovacuum itself before it renames. */
async function usersOf(admin: postgres.Sql, database: string): Promise<string[]> {
  const sessions = await admin<{ name: string }[]>`
    select distinct coalesce(nullif(application_name, ''), usename, 'unknown') as name from pg_stat_activity
    where datname = ${database} and pid <> pg_backend_pid() and backend_type in ('client backend', 'walsender')
    order by 1`;
  return sessions.map(({ name }) => name);
}

/** Makes a database anew; one of that name is what an earlier restore left unfinished. */
export async function makeEmpty(admin: postgres.Sql, database: string): Promise<void> {
  await admin.unsafe(`drop database if exists ${quoted(database)} with (force)`);
  await admin.unsafe(`create database ${quoted(database)}`);
}

/**
 * Gives the restored database its name, and the one that had it another, both or neither.
 * @returns the name of the one that was there; undefined when there was none
 */
export async function putInPlace(admin: postgres.Sql, database: string): Promise<string | undefined> {
  const aside = `${database}_before_${new Date()
    .toISOString()
    .replaceAll(/[^0-9]/g, '')
    .slice(0, 14)}`;
  const isThere = await exists(admin, database);
  await admin.begin(async (tx) => {
    if (isThere) await tx.unsafe(`alter database ${quoted(database)} rename to ${quoted(aside)}`);
    await tx.unsafe(`alter database ${quoted(databasesOf(database).restoring)} rename to ${quoted(database)}`);
  });
  return isThere ? aside : undefined;
}
