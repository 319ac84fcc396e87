import { type Failure, invalid, notFound } from '@app/contract/failure';
import type { bankTransactionDetails, bankTransactions } from '../schema/bank-transactions.ts';

/** What moved on a house account (docs/contract/bank-transactions.md). */
export type BankTransaction = typeof bankTransactions.$inferSelect;

export type TransactionDetail = typeof bankTransactionDetails.$inferSelect;

/** A part of a transaction that is not stored yet. */
export type NewDetail = Omit<TransactionDetail, 'id' | 'clientAccountId' | 'bankTransactionId'>;

/** A transaction that is not stored yet, complete and judged. */
export type NewTransaction = Omit<
  typeof bankTransactions.$inferInsert,
  'id' | 'version' | 'createdAt' | 'createdById' | 'updatedAt' | 'updatedById' | 'externalReconciledAmount'
> & { readonly details?: readonly NewDetail[] };

/**
 * The rate of a transaction to the accounting currency; null where there is none. One that is to another currency, which
 * the books had before, says nothing now.
 */
export const rateTo = (
  accountingCurrency: string,
  { exchangeRate, rateTo: other }: Pick<BankTransaction, 'exchangeRate' | 'rateTo'>,
): string | null => (other === null || other === accountingCurrency ? exchangeRate : null);

export const transactionNotFound = (id: number): Failure =>
  notFound(`There is no bank transaction ${id}`, 'bank_transaction.not_found');

/** Which side of a transaction the house is on. */
export const houseSideOf = (amount: string): 'payee_bank_account_id' | 'payor_bank_account_id' =>
  amount.startsWith('-') ? 'payor_bank_account_id' : 'payee_bank_account_id';

export const accountRequired = (field: string): Failure =>
  invalid(
    `${field} is required: the house account that the money moved on`,
    [{ field, message: 'is required: the house account that the money moved on' }],
    'bank_transaction.bank_account_required',
  );

export const invalidAccount = (field: string, message: string): Failure =>
  invalid(message, [{ field, message }], 'bank_transaction.invalid_bank_account');
