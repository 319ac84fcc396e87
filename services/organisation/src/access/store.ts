import type { Executor } from '@app/db';
import { type SQL, sql } from 'drizzle-orm';
import type { AccessFacts } from './access.ts';

/**
 * Reads of access, over links and contracts at once since every request needs them: in no cache, so that a change
 * counts as soon as it is committed. Raw: the conditions on contracts and links are parts of these queries and of
 * others, over tables that stand in them twice. `today` is Oslo's date; a contract is active from its first to its last
 * day, both included (CON-R17).
 */

/** Is the contract behind `alias` in force on a day? */
export const contractInForce = (alias: string, today: string): SQL => {
  const c = sql.raw(alias);
  return sql`(${c}.approval_status = 'APPROVED' and ${c}.start_date <= ${today}::date and (${c}.end_date is null or ${c}.end_date >= ${today}::date))`;
};

const EM = 5;

/**
 * The contracts, as `c`, by which somebody works for others, on a day: in force, and of a firm whose own account is
 * active. While that is inactive, access through its contracts rests (CTL-R17).
 */
const workingContracts = (today: string): SQL =>
  sql`contracts c join client_accounts p on p.id = c.provider_client_account_id and p.is_active and ${contractInForce('c', today)}`;

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

const facts = (userId: number, today: string): SQL => sql`
  a.id, a.is_active,
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

/** What decides a user's access to one account; undefined when there is no such account. */
export async function factsAbout(
  ex: Executor,
  userId: number,
  clientAccountId: number,
  today: string,
): Promise<AccessFacts | undefined> {
  const [row] = await ex.execute<Row>(
    sql`select ${facts(userId, today)} from client_accounts a where a.id = ${clientAccountId}`,
  );
  return row && factsOf(row);
}

/** The same for every account the user reaches; with `all`, for every account there is. */
export async function allFacts(
  ex: Executor,
  userId: number,
  today: string,
  all: boolean,
): Promise<readonly AccessFacts[]> {
  const rows = await ex.execute<Row>(
    sql`select ${facts(userId, today)} from client_accounts a ${all ? sql`` : sql`where ${reaches(userId, sql`a.id`, today, { books: false })}`} order by a.id`,
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
    sql`select a.id from client_accounts a where a.id = any(${sql.param([...clientAccountIds])}::bigint[]) and ${reaches(userId, sql`a.id`, today, { books: false })}`,
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

/** Does the user, no employee, belong to a firm that works for the customer on a day? */
export async function worksThrough(
  ex: Executor,
  userId: number,
  providerId: number,
  customerId: number,
  today: string,
): Promise<boolean> {
  const rows = await ex.execute(sql`
    select 1 from ${workingContracts(today)}
      join client_account_users l on l.client_account_id = p.id and l.user_id = ${userId} and l.is_active and l.role_id <> ${EM}
    where p.id = ${providerId} and c.client_account_id = ${customerId} limit 1`);
  return rows.length > 0;
}
