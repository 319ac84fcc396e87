import {
  createBankAccount,
  deactivateBankAccount,
  getBankAccount,
  listBankAccounts,
  updateBankAccount,
} from './bank-accounts.ts';
import { externalEndpoints } from './external.ts';
import { internalEndpoints } from './internal.ts';
import { paymentEndpoints } from './payments.ts';
import { periodEndpoints } from './reconciliation-periods.ts';
import { importBankStatements } from './statement-import.ts';

export { BankAccountType } from './bank-account-fields.ts';
export * from './bank-accounts.ts';
export * from './external.ts';
export { ReconciliationEntryKind, ReconciliationMethod } from './external-fields.ts';
export * from './internal.ts';
export * from './payment-fields.ts';
export * from './payments.ts';
export * from './reconciliation-periods.ts';
export * from './statement-import.ts';

import { createBankStatement, deleteBankStatement, getBankStatement, listBankStatements } from './bank-statements.ts';
import { createBankTransaction, getBankTransaction, listBankTransactions } from './bank-transactions.ts';
import { listReceivablePayments } from './receivable-payments.ts';
import { createTransactionStatement, listTransactionStatements } from './transaction-statements.ts';

export * from './bank-statements.ts';
export * from './bank-transactions.ts';
export { ReceivablePaymentOut } from './receivable-payment-fields.ts';
export * from './receivable-payments.ts';
export { StatementCategory, TransactionStatementOut } from './transaction-statement-fields.ts';
export * from './transaction-statements.ts';

/** Each area adds its own, with its file of this folder. */
export const reconciliationEndpoints = [
  listBankAccounts,
  createBankAccount,
  getBankAccount,
  updateBankAccount,
  deactivateBankAccount,
  ...internalEndpoints,
  importBankStatements,
  ...paymentEndpoints,
  listBankTransactions,
  createBankTransaction,
  getBankTransaction,
  listTransactionStatements,
  createTransactionStatement,
  listBankStatements,
  createBankStatement,
  getBankStatement,
  deleteBankStatement,
  listReceivablePayments,
  ...externalEndpoints,
  ...periodEndpoints,
];
