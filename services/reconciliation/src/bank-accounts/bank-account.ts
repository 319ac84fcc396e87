import { conflict, type Failure, notFound } from '@app/contract/failure';
import type { NewEvent } from '@app/db';
import { referenceChangedBy } from '@app/events';
import type { bankAccounts } from '../schema/bank-accounts.ts';

/** A bank account of a client account or of one of its business partners (docs/contract/bank-accounts.md). */
export type BankAccount = typeof bankAccounts.$inferSelect;

export type BankAccountType = BankAccount['type'];

/** What callers decide about a bank account, and what follows from its number. */
export type BankAccountFields = Omit<
  BankAccount,
  'id' | 'version' | 'createdAt' | 'createdById' | 'updatedAt' | 'updatedById'
>;

/** Where a house account is booked unless another account is named. */
export const defaultAccountCode = (type: BankAccountType): string =>
  ({ TAX: '1950', LOAN: '2220', CURRENT: '1920', SAVINGS: '1920', INVESTMENT: '1920' })[type];

export const isHouse = ({ businessPartnerId }: Pick<BankAccount, 'businessPartnerId'>): boolean =>
  businessPartnerId === null;

/** What people know the account by. */
export const nameOf = ({ name, bban, iban }: Pick<BankAccount, 'name' | 'bban' | 'iban'>): string =>
  name ?? bban ?? iban ?? '';

export const bankAccountNotFound = (id: number): Failure =>
  notFound(`There is no bank account ${id}`, 'bank_account.not_found');

export const duplicateNumber = (): Failure =>
  conflict('The owner has a bank account with this number already; use that one', 'bank_account.duplicate');

export const hasUnreconciled = (): Failure =>
  conflict(
    'The bank account has transactions that are not reconciled; reconcile them first',
    'bank_account.has_unreconciled_transactions',
  );

const referenceChanged = referenceChangedBy('reconciliation');

/** The fact that others may know the account by another name or state than before, or that it is new. */
export const bankAccountChanged = (
  account: Pick<BankAccount, 'clientAccountId' | 'id' | 'name' | 'bban' | 'iban' | 'isActive' | 'version'>,
): NewEvent =>
  referenceChanged.create(
    {
      client_account_id: account.clientAccountId,
      type: 'bankacc',
      id: account.id,
      name: nameOf(account),
      is_active: account.isActive,
      version: account.version,
    },
    account.clientAccountId,
  );
