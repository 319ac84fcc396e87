import { type Executor, fixedStatement } from '@app/db';
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AccessFacts } from './access.ts';

/**
 * Reads of access, over links and contracts at once since every request needs them: in no cache, so that a change
 * counts as soon as it is committed. Raw: the conditions on contracts and links are parts of these queries and of
 * others, over tables that stand in them twice. `today` is Oslo's date; a contract is active from its first to its last
 * day, both included (CON-R17).
 */

/** Is the contract behind `alias` in force on a day? */
export const contractInForce = (alias: string, today: string | Placeholder): SQL => {
  const c = sql.raw(alias);
  return sql`(${c}.approval_status = 'APPROVED' and ${c}.start_date <= ${today}::date and (${c}.end_date is null or ${c}.end_date >= ${today}::date))`;
};

const EM = 5;

/**
 * The contracts, as `c`, by which somebody works for others, on a day: in force, and of a firm whose own account is
 * active. While that is inactive, access through its contracts rests (CTL-R17).
 */
const workingContracts = (today: string | Placeholder): SQL =>
  sql`contracts c join client_accounts p on p.id = c.provider_client_account_id and p.is_active and p.erasing is distinct from 'removal' and ${contractInForce('c', today)}`;

/**
 * Does the user reach the account whose id is `accountId`, directly or by contract? With `books` an employee's role
 * does not count (docs/contract/access.md).
 */
export const reaches = (userId: number, accountId: SQL, today: string, options: { readonly books: boolean }): SQL => {
  const role = options.books ? sql`and l.role_id <> ${EM}` : sql``;
  // From the user's links outwards: what a user reaches is little, what there is may be much.
  return sql`${accountId} in (
    select l.client_account_id from client_account_users l where l.user_id = ${userId} and l.is_active ${role}
    union
    select c.client_account_id from ${workingContracts(today)}
      join client_account_users l on l.client_account_id = c.provider_client_account_id and l.user_id = ${userId} and l.is_active ${role})`;
};

/** Has the user a direct, active link to the account? */
export const isLinked = (userId: number, accountId: SQL): SQL =>
  sql`exists (select from client_account_users l where l.user_id = ${userId} and l.is_active and l.client_account_id = ${accountId})`;

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly is_active: boolean;
  readonly direct_role_id: number | null;
  readonly firm_role_ids: readonly number[];
}

/** One that is being removed is nobody's any more. */
const isThere = sql`a.erasing is distinct from 'removal'`;

const facts = (userId: number | SQL | Placeholder, today: string | Placeholder): SQL => sql`
  a.id, (a.is_active and a.erasing is null) as is_active,
  (select l.role_id from client_account_users l
    where l.client_account_id = a.id and l.user_id = ${userId} and l.is_active) as direct_role_id,
  array(select distinct l.role_id from ${workingContracts(today)}
    join client_account_users l on l.client_account_id = c.provider_client_account_id and l.user_id = ${userId} and l.is_active
    where c.client_account_id = a.id) as firm_role_ids`;

const factsOf = (row: Row): AccessFacts => ({
  clientAccountId: Number(row.id),
  isActive: row.is_active,
  directRoleId: row.direct_role_id,
  firmRoleIds: row.firm_role_ids,
});

// Made once: every service asks this of whoever calls.
const aboutOne = fixedStatement(sql`
  select ${facts(sql.placeholder('userId'), sql.placeholder('today'))}
  from client_accounts a where a.id = ${sql.placeholder('clientAccountId')} and ${isThere}`);

/** What decides a user's access to one account; undefined when there is no such account. */
export async function factsAbout(
  ex: Executor,
  userId: number,
  clientAccountId: number,
  today: string,
): Promise<AccessFacts | undefined> {
  const [row] = await ex.execute<Row>(aboutOne({ userId, clientAccountId, today }));
  return row && factsOf(row);
}

/** A user and an account. */
interface Pair {
  readonly userId: number;
  readonly clientAccountId: number;
}

/** The same for many users, each with an account of theirs, in one statement: in the order of the pairs. */
export async function factsAboutEach(
  ex: Executor,
  pairs: readonly Pair[],
  today: string,
): Promise<readonly (AccessFacts | undefined)[]> {
  if (pairs.length === 0) return [];
  const rows = await ex.execute<Row & { readonly place: string }>(sql`
    select w.place, ${facts(sql`w.user_id`, today)}
    from unnest(${idsOf(pairs, 'userId')}, ${idsOf(pairs, 'clientAccountId')}) with ordinality as w (user_id, account_id, place)
    join client_accounts a on a.id = w.account_id and ${isThere}`);
  const found = new Map(rows.map((row) => [Number(row.place), factsOf(row)]));
  return pairs.map((_, index) => found.get(index + 1));
}

/** A column of ids, one for each row. */
const idsOf = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): SQL =>
  sql`${sql.param(rows.map((row) => row[key]))}::bigint[]`;

/** The same for every account the user reaches; with `all`, for every account there is. */
export async function allFacts(
  ex: Executor,
  userId: number,
  today: string,
  all: boolean,
): Promise<readonly AccessFacts[]> {
  const rows = await ex.execute<Row>(
    sql`select ${facts(userId, today)} from client_accounts a where ${isThere} ${all ? sql`` : sql`and ${reaches(userId, sql`a.id`, today, { books: false })}`} order by a.id`,
  );
  return rows.map(factsOf);
}

/** Those of the accounts that the user reaches with any role. */
export async function reachedAmong(
  ex: Executor,
  userId: number,
  clientAccountIds: readonly number[],
  today: string,
): Promise<ReadonlySet<number>> {
  if (clientAccountIds.length === 0) return new Set();
  const rows = await ex.execute<{ id: string }>(
    sql`select a.id from client_accounts a where a.id = any(${sql.param([...clientAccountIds])}::bigint[]) and ${isThere} and ${reaches(userId, sql`a.id`, today, { books: false })}`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Every user who reaches the account: by a link of their own, or by one to a firm with a contract in force. */
export async function usersWithAccess(
  ex: Executor,
  clientAccountId: number,
  today: string,
): Promise<readonly number[]> {
  const rows = await ex.execute<{ user_id: string }>(sql`
    select l.user_id from client_account_users l where l.client_account_id = ${clientAccountId} and l.is_active
    union
    select l.user_id from ${workingContracts(today)}
      join client_account_users l on l.client_account_id = c.provider_client_account_id and l.is_active
    where c.client_account_id = ${clientAccountId}`);
  return rows.map(({ user_id }) => Number(user_id));
}

/** Does each of the users, no employee, belong to a firm that works for the customer on a day? In the order asked. */
export async function workThrough(
  ex: Executor,
  ties: readonly (Pair & { readonly providerId: number })[],
  today: string,
): Promise<readonly boolean[]> {
  if (ties.length === 0) return [];
  const rows = await ex.execute<{ place: string }>(sql`
    select w.place
    from unnest(${idsOf(ties, 'userId')}, ${idsOf(ties, 'providerId')}, ${idsOf(ties, 'clientAccountId')})
      with ordinality as w (user_id, provider_id, customer_id, place)
    where exists (select from ${workingContracts(today)}
      join client_account_users l on l.client_account_id = p.id and l.user_id = w.user_id and l.is_active and l.role_id <> ${EM}
      where p.id = w.provider_id and c.client_account_id = w.customer_id)`);
  const places = new Set(rows.map(({ place }) => Number(place)));
  return ties.map((_, index) => places.has(index + 1));
}
