import type { ServiceDefinition } from '@app/service';

/** Internal and external reconciliations, periods, bank accounts, statements, transactions and payments. */
export const reconciliationService: ServiceDefinition = {
  name: 'reconciliation',
  register: () => ({}),
};
