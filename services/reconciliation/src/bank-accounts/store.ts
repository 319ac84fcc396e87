import { anyOf, type Executor, type FollowedPage, type Tx, violatedConstraint } from '@app/db';
import { changedAt, type Listing, listRecords, madeAt, type Stamp } from '@app/records';
import { and, asc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { bankAccounts } from '../schema/bank-accounts.ts';
import { bankTransactions } from '../schema/bank-transactions.ts';
import { type BankAccount, type BankAccountFields, duplicateNumber } from './bank-account.ts';

const selection = getTableColumns(bankAccounts);

export interface BankAccountFilter {
  readonly businessPartnerId?: number | undefined;
  readonly isHouse?: boolean | undefined;
  /** Null: active and inactive ones. */
  readonly isActive: boolean | null;
}

const orders = {
  id: bankAccounts.id,
  name: bankAccounts.name,
  type: bankAccounts.type,
  iban: bankAccounts.iban,
  is_active: bankAccounts.isActive,
  created_at: bankAccounts.createdAt,
  updated_at: bankAccounts.updatedAt,
};

export const listBankAccounts = (
  ex: Executor,
  listing: Listing,
  { businessPartnerId, isHouse, isActive }: BankAccountFilter,
): Promise<FollowedPage<BankAccount>> =>
  listRecords(ex, listing, {
    table: bankAccounts,
    selection,
    recordOf: (row) => row as unknown as BankAccount,
    orders,
    where: and(
      businessPartnerId === undefined ? undefined : eq(bankAccounts.businessPartnerId, businessPartnerId),
      isHouse === undefined ? undefined : ownedBy(isHouse),
      isActive === null ? undefined : eq(bankAccounts.isActive, isActive),
    ),
  });

const ownedBy = (isHouse: boolean): SQL =>
  isHouse ? isNull(bankAccounts.businessPartnerId) : isNotNull(bankAccounts.businessPartnerId);

/** By id alone: the caller decides who may see it. */
export async function findBankAccount(ex: Executor, id: number): Promise<BankAccount | undefined> {
  const [row] = await ex.select(selection).from(bankAccounts).where(eq(bankAccounts.id, id));
  return row;
}

/** Bank accounts of the client account by their ids, active or not. */
export const findBankAccounts = (
  ex: Executor,
  clientAccountId: number,
  ids: readonly number[],
): Promise<readonly BankAccount[]> =>
  ex
    .select(selection)
    .from(bankAccounts)
    .where(and(eq(bankAccounts.clientAccountId, clientAccountId), anyOf(bankAccounts.id, ids)))
    .orderBy(asc(bankAccounts.id));

/** Active bank accounts of business partners, in order of id. */
export const bankAccountsOfPartners = (
  ex: Executor,
  clientAccountId: number,
  partnerIds: readonly number[],
): Promise<readonly BankAccount[]> =>
  ex
    .select(selection)
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.clientAccountId, clientAccountId),
        anyOf(bankAccounts.businessPartnerId, partnerIds),
        eq(bankAccounts.isActive, true),
      ),
    )
    .orderBy(asc(bankAccounts.id));

/** Active bank accounts of the company itself, in order of id. */
export const houseAccounts = (ex: Executor, clientAccountId: number): Promise<readonly BankAccount[]> =>
  ex
    .select(selection)
    .from(bankAccounts)
    .where(and(eq(bankAccounts.clientAccountId, clientAccountId), ownedBy(true), eq(bankAccounts.isActive, true)))
    .orderBy(asc(bankAccounts.id));

/** @throws Failure 409 `bank_account.duplicate` */
export async function insertBankAccount(tx: Tx, fields: BankAccountFields, stamp: Stamp): Promise<BankAccount> {
  const [row] = await tx
    .insert(bankAccounts)
    .values({ ...fields, ...madeAt(stamp) })
    .returning(selection)
    .catch(explain);
  return row!;
}

/** Changes what is given, and raises the version. @throws Failure 409 `bank_account.duplicate` */
export async function updateBankAccount(
  tx: Tx,
  { clientAccountId, id }: Pick<BankAccount, 'clientAccountId' | 'id'>,
  change: Partial<BankAccountFields>,
  stamp: Stamp,
): Promise<BankAccount> {
  const [row] = await tx
    .update(bankAccounts)
    .set({ ...change, ...changedAt(stamp), version: sql`${bankAccounts.version} + 1` })
    .where(and(eq(bankAccounts.clientAccountId, clientAccountId), eq(bankAccounts.id, id)))
    .returning(selection)
    .catch(explain);
  return row!;
}

const explain = (error: unknown): never => {
  throw violatedConstraint(error) === 'bank_accounts_number_key' ? duplicateNumber() : error;
};

/** Has a house account a transaction that no record reconciles? */
export async function hasOpenTransactions(
  ex: Executor,
  { clientAccountId, id }: Pick<BankAccount, 'clientAccountId' | 'id'>,
): Promise<boolean> {
  const t = bankTransactions;
  const [row] = await ex
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.clientAccountId, clientAccountId),
        eq(t.bankAccountId, id),
        sql`${t.externalReconciledAmount} <> ${t.amount}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}
