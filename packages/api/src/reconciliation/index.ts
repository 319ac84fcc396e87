import {
  createBankAccount,
  deactivateBankAccount,
  getBankAccount,
  listBankAccounts,
  updateBankAccount,
} from './bank-accounts.ts';
import { internalEndpoints } from './internal.ts';
import { paymentEndpoints } from './payments.ts';
import { importBankStatements } from './statement-import.ts';

export * from './bank-accounts.ts';
export * from './internal.ts';
export * from './payment-fields.ts';
export * from './payments.ts';
export * from './statement-import.ts';

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
];
