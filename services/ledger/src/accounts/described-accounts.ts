import { anyOf, type Executor, lookupOn } from '@app/db';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../schema/accounts.ts';
import type { AccountCategory } from './account.ts';

/** As much of an account as a report shows. */
export interface DescribedAccount {
  readonly id: number;
  readonly code: string;
  readonly nob: string;
  readonly eng: string | null;
  /** Class, group, subgroup. */
  readonly categories: readonly [AccountCategory, AccountCategory, AccountCategory];
}

/**
 * The three levels of `a`, an account; a subgroup without a name has that of its group. Needs `withCategories`. Raw:
 * one table is joined three times by parts of a code, and comes back as one value.
 */
export const categoriesOfA = sql`jsonb_build_array(
    jsonb_build_object('code', c1.code, 'nob', c1.description_nob, 'eng', c1.description_eng),
    jsonb_build_object('code', c2.code, 'nob', c2.description_nob, 'eng', c2.description_eng),
    jsonb_build_object('code', left(a.account_code, 3), 'nob', coalesce(c3.description_nob, c2.description_nob),
      'eng', coalesce(c3.description_eng, c2.description_eng)))`;

/** Accounts, as `a`, with the names of their levels. */
export const withCategories = sql`accounts a
  join account_categories c1 on c1.code = left(a.account_code, 1)
  join account_categories c2 on c2.code = left(a.account_code, 2)
  left join account_categories c3 on c3.code = left(a.account_code, 3)`;

async function select(db: Executor, condition: SQL): Promise<ReadonlyMap<number, DescribedAccount>> {
  const rows = await lookupOn(db).execute<{
    id: string;
    code: string;
    nob: string;
    eng: string | null;
    categories: [AccountCategory, AccountCategory, AccountCategory];
  }>(sql`
    select a.id, a.account_code as code, a.description_nob as nob, a.description_eng as eng, ${categoriesOfA} as categories
    from ${withCategories} where ${condition}`);
  return new Map(rows.map((row) => [Number(row.id), { ...row, id: Number(row.id) }]));
}

/** Those of a client account, its own and the system's, that have these ids. */
export const describedAccounts = (db: Executor, clientAccountId: number, ids: readonly number[]) =>
  select(
    db,
    sql`a.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)
      and (a.client_account_id is null or a.client_account_id = ${clientAccountId})`,
  );

/** One of the system chart. @throws Error when there is none: the chart comes with the service */
export async function systemAccount(db: Executor, code: string): Promise<DescribedAccount> {
  const [found] = (await select(db, sql`a.client_account_id is null and a.account_code = ${code}`)).values();
  if (!found) throw new Error(`the system chart has no account ${code}`);
  return found;
}

/** Ids of the accounts with these codes. */
export async function accountIdsOf(
  db: Executor,
  clientAccountId: number,
  codes: readonly string[],
): Promise<readonly number[]> {
  const rows = await lookupOn(db)
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(anyOf(accounts.accountCode, codes), isVisibleTo(clientAccountId)));
  return rows.map(({ id }) => id);
}

/**
 * Ids of the accounts whose codes lie from `from` up to, not including, `before`: a longer code lies behind the one it
 * begins with. Raw: codes are ordered digit by digit, whatever the order of the database.
 */
export async function accountIdsBetween(
  db: Executor,
  clientAccountId: number,
  from: string,
  before: string,
): Promise<readonly number[]> {
  const code = sql`${accounts.accountCode} collate "C"`;
  const rows = await lookupOn(db)
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(sql`${code} >= ${from}`, sql`${code} < ${before}`, isVisibleTo(clientAccountId)));
  return rows.map(({ id }) => id);
}

/** Accounts of the system and those of the client account. */
const isVisibleTo = (clientAccountId: number): SQL | undefined =>
  or(isNull(accounts.clientAccountId), eq(accounts.clientAccountId, clientAccountId));
