import { createAccount, deactivateAccount, getAccount, listAccounts, updateAccount } from './accounts.ts';
import { getAccountBalances } from './balances.ts';
import { getTrialBalance } from './reports.ts';
import { getTaxCode, listTaxCodes } from './tax-codes.ts';

export * from './accounts.ts';
export * from './balances.ts';
export * from './dimensions.ts';
export * from './filters.ts';
export * from './reports.ts';
export * from './tax-accounts.ts';
export * from './tax-codes.ts';

export const ledgerEndpoints = [
  listAccounts,
  getAccountBalances,
  getAccount,
  createAccount,
  updateAccount,
  deactivateAccount,
  listTaxCodes,
  getTaxCode,
  getTrialBalance,
];
