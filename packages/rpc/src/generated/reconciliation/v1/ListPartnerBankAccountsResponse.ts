// Original file: ../../protos/reconciliation/v1/bank_accounts.proto

import type { BankAccount as _reconciliation_v1_BankAccount, BankAccount__Output as _reconciliation_v1_BankAccount__Output } from '../../reconciliation/v1/BankAccount.ts';

export interface ListPartnerBankAccountsResponse {
  'bankAccounts'?: (_reconciliation_v1_BankAccount)[];
}

export interface ListPartnerBankAccountsResponse__Output {
  'bankAccounts': (_reconciliation_v1_BankAccount__Output)[];
}
