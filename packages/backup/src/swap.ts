import type postgres from 'postgres';
import { quoted } from './catalogue.ts';
import { BackupFailure } from './failure.ts';

/** The databases of a restore: the one to be, while it is made. */
export const databasesOf = (database: string): { readonly restoring: string } => ({
  restoring: `${database}_restoring`,
});

const exists = async (admin: postgres.Sql, database: string): Promise<boolean> =>
  (await admin`select from pg_database where datname = ${database}`).length > 0;

/** @throws BackupFailure when somebody is connected, or when there is a database that is not to be replaced */
export async function requireUnused(admin: postgres.Sql, database: string, replaces: boolean): Promise<void> {
  if (!(await exists(admin, database))) return;
  if (!replaces)
    throw new BackupFailure(
      `The database ${database} is there already. Add --replace: it is put aside under another name, not removed.`,
    );
  const sessions = await admin<{ name: string }[]>`
    select distinct coalesce(nullif(application_name, ''), usename, 'unknown') as name from pg_stat_activity
    where datname = ${database} and pid <> pg_backend_pid() order by 1`;
  if (sessions.length > 0)
    throw new BackupFailure(
      `The database ${database} is in use by ${sessions.map(({ name }) => name).join(', ')}. Stop every service first.`,
    );
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
