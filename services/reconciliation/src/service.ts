import { BankAccounts, implement, Records, References } from '@app/rpc';
import type { ServiceDefinition } from '@app/service';

/**
 * Internal and external reconciliations, periods, bank accounts, statements, transactions and payments. It holds none
 * of them yet, and says so to whoever refers to one.
 */
export const reconciliationService: ServiceDefinition = {
  name: 'reconciliation',
  register: () => ({
    rpc: [
      implement(References, { Resolve: async () => ({ references: [] }) }),
      implement(Records, { CountRecords: async () => ({ counts: [{ kind: 'bank_transactions', count: 0 }] }) }),
      implement(BankAccounts, { ListPartnerBankAccounts: async () => ({ bankAccounts: [] }) }),
    ],
  }),
};
