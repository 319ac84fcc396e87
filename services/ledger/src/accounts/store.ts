import type { DimensionType } from '@app/api/ledger/dimensions';
import { conflict, type FieldFault, type Following, invalid } from '@app/contract';
import {
  anyOf,
  certain,
  changeOrder,
  type Executor,
  type FollowedPage,
  fixedStatement,
  keysetOf,
  newestOf,
  readFollowed,
  type Term,
  type Tx,
  violatedConstraint,
} from '@app/db';
import type { Language } from '@app/runtime';
import { and, eq, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { accountMandatoryDimensions, accounts, groupingCodes } from '../schema/accounts.ts';
import { monthlyBalances } from '../schema/balances.ts';
import { accountTaxCodes, taxCodes } from '../schema/tax-codes.ts';
import type { Account, AccountCategory, AccountChange, Grouping, NewAccount } from './account.ts';
import { categoriesOfA, withCategories } from './described-accounts.ts';

interface AccountRow extends Record<string, unknown> {
  readonly id: string;
  readonly client_account_id: string | null;
  readonly account_code: string;
  readonly description_nob: string;
  readonly description_eng: string | null;
  readonly is_active: boolean;
  readonly industry_extension: string | null;
  readonly grouping_category: string;
  readonly grouping_code: string;
  readonly grouping_is_derived: boolean;
  readonly categories: [AccountCategory, AccountCategory, AccountCategory];
  readonly created_at: string;
  readonly created_by_id: string | null;
  readonly updated_at: string;
  readonly updated_by_id: string | null;
  readonly version: string;
}

const utc = (column: SQL): SQL => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Raw, like what selects from it: accounts come with `withCategories`, whose joins are. */
const columns = sql`a.id, a.client_account_id, a.account_code, a.description_nob, a.description_eng, a.is_active, a.industry_extension,
  a.grouping_category, a.grouping_code, a.grouping_is_derived, a.created_by_id, a.updated_by_id, a.version,
  ${utc(sql`a.created_at`)} as created_at, ${utc(sql`a.updated_at`)} as updated_at,
  ${categoriesOfA} as categories`;

const fromRow = (row: AccountRow): Account => ({
  id: Number(row.id),
  clientAccountId: idOrNull(row.client_account_id),
  code: row.account_code,
  nob: row.description_nob,
  eng: row.description_eng,
  isActive: row.is_active,
  industryExtension: row.industry_extension,
  groupingCategory: row.grouping_category,
  groupingCode: row.grouping_code,
  groupingIsDerived: row.grouping_is_derived,
  categories: row.categories,
  createdAt: row.created_at,
  createdById: idOrNull(row.created_by_id),
  updatedAt: row.updated_at,
  updatedById: idOrNull(row.updated_by_id),
  version: Number(row.version),
});

const idOrNull = (id: string | null): number | null => (id === null ? null : Number(id));

export const accountOrder = ['account_code', 'id', 'description', 'is_active', 'created_at', 'updated_at'] as const;

export interface AccountFilter {
  /** Null: the system chart alone. */
  readonly clientAccountId: number | null;
  readonly description?: string | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly isActive: boolean | null;
  readonly updatedFrom?: string | undefined;
  /** False: accounts of another country, of which there are none. */
  readonly isNorwegian: boolean;
}

export interface AccountListing {
  readonly order: readonly { readonly field: (typeof accountOrder)[number]; readonly descending: boolean }[];
  readonly language: Language;
  readonly following: Following;
  readonly page: { readonly page: number; readonly per_page: number };
}

/**
 * A client account sees the system chart, its industry's accounts and its own. Others' accounts do not exist for it.
 */
const visibleTo = (clientAccountId: number | null): SQL =>
  clientAccountId === null
    ? sql`a.client_account_id is null and a.industry_extension is null`
    : sql`(a.client_account_id is null or a.client_account_id = ${clientAccountId})`;

function conditionOf(filter: AccountFilter): SQL {
  const parts = [visibleTo(filter.clientAccountId)];
  if (!filter.isNorwegian) parts.push(sql`false`);
  if (filter.isActive !== null) parts.push(sql`a.is_active = ${filter.isActive}`);
  if (filter.codes)
    parts.push(sql`a.account_code in (select jsonb_array_elements_text(${JSON.stringify(filter.codes)}::jsonb))`);
  if (filter.updatedFrom) parts.push(sql`a.updated_at >= ${filter.updatedFrom}::timestamptz`);
  if (filter.description) {
    const pattern = `%${filter.description.replace(/[\\%_]/g, '\\$&')}%`;
    parts.push(sql`(a.description_nob ilike ${pattern} or a.description_eng ilike ${pattern})`);
  }
  return sql.join(parts, sql` and `);
}

async function countAccounts(db: Executor, filter: AccountFilter): Promise<number> {
  const rows = await db.execute<{ records: string }>(
    sql`select count(*) as records from accounts a where ${conditionOf(filter)}`,
  );
  return Number(rows[0]?.records);
}

const changes = changeOrder(sql`a.updated_at`, sql`a.id`);
const byId = certain('id', 'integer', sql`a.id`);

/** A page of the chart: by code unless another order is asked for, with `updatedFrom` in the order of the changes. */
export async function listAccounts(
  db: Executor,
  filter: AccountFilter,
  listing: AccountListing,
): Promise<FollowedPage<Account>> {
  const asked = listing.order.map(({ field, descending }) => ({ ...orderTerm(field, listing.language), descending }));
  const order = keysetOf([...(asked.length > 0 ? asked : [orderTerm('account_code', listing.language)]), byId]);
  const newest = sql`(select ${newestOf(sql`a.updated_at`)} from accounts a where ${visibleTo(filter.clientAccountId)})`;
  return readFollowed({
    following: listing.following,
    page: listing.page,
    order: filter.updatedFrom === undefined ? order : undefined,
    changes,
    count: () => countAccounts(db, filter),
    async read(window) {
      const rows = await db.execute<AccountRow & { readonly position: string; readonly newest: string | null }>(sql`
        select ${columns}, ${window.order.position} as position, ${window.order === changes ? sql`null` : newest} as newest
        from ${withCategories} where ${conditionOf(filter)} and ${window.after}
        order by ${sql.join([...window.order.orderBy], sql`, `)} limit ${window.limit} offset ${window.offset}`);
      return rows.map((row) => ({ row: fromRow(row), position: row.position, newest: row.newest }));
    },
  });
}

function orderTerm(field: (typeof accountOrder)[number], language: Language): Term {
  switch (field) {
    case 'description':
      return language === 'eng'
        ? certain(
            'description in English',
            'text',
            sql`coalesce(a.description_eng, a.description_nob) collate "en-x-icu"`,
          )
        : certain('description', 'text', sql`a.description_nob collate "nb-x-icu"`);
    case 'id':
      return byId;
    case 'is_active':
      return certain(field, 'flag', sql`a.is_active`);
    case 'created_at':
      return certain(field, 'instant', sql`a.created_at`);
    case 'updated_at':
      return certain(field, 'instant', sql`a.updated_at`);
    default:
      return certain(field, 'text', sql`a.account_code`);
  }
}

const accountsById = fixedStatement(
  sql`select ${columns} from ${withCategories} where a.id = any (${sql.placeholder('ids')}::bigint[])`,
);

/** By ids alone: the caller decides who may see them. */
export async function findAccounts(db: Executor, ids: readonly number[]): Promise<readonly Account[]> {
  const rows = await db.execute<AccountRow>(accountsById({ ids: sql.param([...ids]) }));
  return rows.map(fromRow);
}

/** The codes of the system chart with their groupings. */
export async function systemChart(
  db: Executor,
): Promise<readonly { readonly code: string; readonly category: string; readonly grouping: string }[]> {
  return db
    .select({ code: accounts.accountCode, category: accounts.groupingCategory, grouping: accounts.groupingCode })
    .from(accounts)
    .where(isNull(accounts.clientAccountId));
}

export async function groupingExists(db: Executor, category: string, code: string): Promise<boolean> {
  return (await db.$count(groupingCodes, and(eq(groupingCodes.category, category), eq(groupingCodes.code, code)))) > 0;
}

/**
 * Keeps the books of a client account still until the end of the transaction: no posting is under way, and none begins.
 * Gives the moment that the change is stamped with, which lies after that of every earlier change.
 */
export async function holdBooks(tx: Tx, clientAccountId: number, now: Temporal.Instant): Promise<string> {
  await tx.execute(sql`select hold_books(${clientAccountId}::bigint, true)`);
  const rows = await tx.execute<{ moment: string }>(sql`
    select greatest(${now.toString()}::timestamptz, max(updated_at) + interval '1 microsecond')::text as moment from accounts where client_account_id = ${clientAccountId}`);
  return rows[0]!.moment;
}

export async function codeIsTaken(tx: Tx, clientAccountId: number, code: string): Promise<boolean> {
  const isVisible = or(isNull(accounts.clientAccountId), eq(accounts.clientAccountId, clientAccountId));
  return (await tx.$count(accounts, and(eq(accounts.accountCode, code), isVisible))) > 0;
}

export const countOwnAccounts = (tx: Tx, clientAccountId: number): Promise<number> =>
  tx.$count(accounts, eq(accounts.clientAccountId, clientAccountId));

export const codeTaken = (code: string) =>
  conflict(`The account code ${code} is in use; choose another one`, 'accounting.account_code_taken');

/** @throws Failure 409 `accounting.account_code_taken` */
export async function insertAccount(
  tx: Tx,
  account: NewAccount,
  grouping: Grouping,
  moment: string,
  actorId: number,
): Promise<number> {
  const stamp = { createdAt: moment, createdById: actorId, updatedAt: moment, updatedById: actorId };
  const [row] = await tx
    .insert(accounts)
    .values({
      clientAccountId: account.clientAccountId,
      accountCode: account.code,
      descriptionNob: account.nob,
      descriptionEng: account.eng,
      ...columnsOf(grouping),
      ...stamp,
    })
    .returning({ id: accounts.id })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'accounts_client_code_key' ? codeTaken(account.code) : error;
    });
  return row!.id;
}

const columnsOf = ({ category, code, isDerived }: Grouping) => ({
  groupingCategory: category,
  groupingCode: code,
  groupingIsDerived: isDerived,
});

/** Changes what is given, raises the version and stamps the change. */
export async function updateAccount(
  tx: Tx,
  account: Account,
  change: Pick<AccountChange, 'nob' | 'eng' | 'isActive'> & { readonly grouping?: Grouping },
  moment: string,
  actorId: number,
): Promise<void> {
  const { nob, eng, isActive, grouping } = change;
  await tx
    .update(accounts)
    .set({
      // What is undefined stays as it is.
      ...{ descriptionNob: nob, descriptionEng: eng, isActive },
      ...(grouping && columnsOf(grouping)),
      updatedAt: moment,
      updatedById: actorId,
      version: sql`${accounts.version} + 1`,
    })
    .where(and(eq(accounts.id, account.id), eq(accounts.clientAccountId, account.clientAccountId!)));
}

export async function replaceMandatoryDimensions(
  tx: Tx,
  accountId: number,
  types: readonly DimensionType[],
): Promise<void> {
  const dimensions = accountMandatoryDimensions;
  await tx
    .delete(dimensions)
    .where(and(eq(dimensions.accountId, accountId), notInArray(dimensions.relationType, [...types])));
  const rows = types.map((relationType) => ({ accountId, relationType }));
  if (rows.length > 0) await tx.insert(dimensions).values(rows).onConflictDoNothing();
}

/** @throws Failure 400 naming the ids that are no tax codes */
export async function replaceTaxCodes(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  const known = await tx.select({ id: taxCodes.id }).from(taxCodes).where(anyOf(taxCodes.id, ids));
  const found = new Set(known.map(({ id }) => id));
  const faults: FieldFault[] = ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ field: `tax_code_ids.${index}`, message: `there is no tax code with the id ${id}` }],
  );
  if (faults.length > 0) throw invalid(`${faults[0]!.field}: ${faults[0]!.message}`, faults);
  const codes = accountTaxCodes;
  await tx.delete(codes).where(and(eq(codes.accountId, accountId), notInArray(codes.taxCodeId, [...ids])));
  const rows = ids.map((taxCodeId) => ({ accountId, taxCodeId }));
  if (rows.length > 0) await tx.insert(codes).values(rows).onConflictDoNothing();
}

/** Debit minus credit of everything posted on the account, whatever its date; drafts do not count. */
export async function balanceOf(tx: Tx, clientAccountId: number, accountId: number): Promise<string> {
  const { debit, credit, cancelledDebit, cancelledCredit } = monthlyBalances;
  const [row] = await tx
    .select({
      balance: sql<string>`coalesce(sum(${debit} - ${credit} + ${cancelledDebit} - ${cancelledCredit}), 0)::numeric(38, 2)::text`,
    })
    .from(monthlyBalances)
    .where(and(eq(monthlyBalances.clientAccountId, clientAccountId), eq(monthlyBalances.accountId, accountId)));
  return row!.balance;
}
