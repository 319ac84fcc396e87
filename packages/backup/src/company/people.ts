import type postgres from 'postgres';
import { quoted } from '../catalogue.ts';
import { BackupFailure } from '../failure.ts';
import { type CompanyTable, rowsOf } from './tables.ts';

/** Columns that hold the id of a person, in every schema. */
const NAMES_PERSON = /(_by_id|^user_id|_user_id|^assigned_to_id)$/;

/** Users that every installation has from its beginning. */
const LAST_RESERVED = 3;

/**
 * Takes along who is named by the rows: the people with their names, passwords and identities, without what they
 * may do elsewhere. Whoever is there already stays as they are there. Their sessions, and programs of theirs, are not
 * moved.
 * @returns how many are new there
 * @throws BackupFailure when an id or an address belongs to somebody else there
 */
export async function movePeople(
  from: postgres.TransactionSql,
  to: postgres.TransactionSql,
  tables: readonly CompanyTable[],
): Promise<number> {
  const people = await from<{ person: { id: number; email_key: string | null } }[]>`
    select to_jsonb(u) || '{"is_admin": false}' as person from auth.users u
    where u.id = any (${await namedPeople(from, tables)}::bigint[]) order by u.id`;
  let moved = 0;
  for (const { person } of people) {
    const [taken] = await to<{ id: string; email_key: string | null }[]>`
      select id, email_key from auth.users where id = ${person.id} or (email_verified and email_key = ${person.email_key})
      order by id = ${person.id} limit 1`;
    if (taken && (Number(taken.id) !== person.id || taken.email_key !== person.email_key))
      throw new BackupFailure(
        `User ${person.id} is somebody else there, or has another id. Ids of people must not clash: see docs/operate/scale.md.`,
      );
    if (taken) continue;
    await to`insert into auth.users overriding system value
      select * from jsonb_populate_record(null::auth.users, ${to.json(person)})`;
    const links = await from`select to_jsonb(l) as link from auth.identity_links l where user_id = ${person.id}`;
    for (const { link } of links)
      await to`insert into auth.identity_links
        select * from jsonb_populate_record(null::auth.identity_links, ${to.json(link)})`;
    moved += 1;
  }
  return moved;
}

async function namedPeople(sql: postgres.TransactionSql, tables: readonly CompanyTable[]): Promise<readonly number[]> {
  const named = new Set<number>();
  for (const table of tables)
    for (const column of table.columns.filter((name) => NAMES_PERSON.test(name))) {
      const rows = await sql.unsafe<{ id: string }[]>(
        `select distinct t.${quoted(column)} as id from ${rowsOf(table)} and t.${quoted(column)} > ${LAST_RESERVED}`,
      );
      for (const { id } of rows) named.add(Number(id));
    }
  return [...named];
}
