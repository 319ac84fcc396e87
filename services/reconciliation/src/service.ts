import type { ServiceDefinition } from '@app/service';
import type { Area } from './area.ts';
import { createBankAccounts } from './bank-accounts/area.ts';
import { createBankStatements } from './bank-statements/area.ts';
import { createStatementImport } from './bank-statements/import/area.ts';
import { createBankTransactions } from './bank-transactions/area.ts';
import { createDependencies } from './deps.ts';
import { erasureSteps } from './erasing/steps.ts';
import { createExternal } from './external/area.ts';
import { createInternalReconciliations } from './internal/area.ts';
import { verification } from './invariants.ts';
import { createMatching } from './matching/area.ts';
import { oneHandlerEach } from './one-handler-each.ts';
import { createPayments } from './payments/area.ts';
import { createReconciling } from './payments/reconciling.ts';
import { createPeriods } from './periods/area.ts';
import { createReceivablePayments } from './receivable-payments/area.ts';
import { createReferences } from './references.ts';

/**
 * Internal and external reconciliations, periods, bank accounts, statements, transactions and payments. The composition
 * root: every part of it is an area, one line each.
 */
export const reconciliationService: ServiceDefinition = {
  name: 'reconciliation',
  verification,
  register: (service) => {
    const deps = createDependencies(service);
    const external = createExternal(deps);
    const areas: readonly Area[] = [
      createReferences(deps),
      createBankAccounts(deps),
      createInternalReconciliations(deps),
      createStatementImport(deps),
      external,
      createPeriods(deps, external),
      createMatching(deps),
      createPayments(deps, external, createReconciling(deps, external)),
      createBankTransactions(deps),
      createBankStatements(deps),
      createReceivablePayments(deps),
    ];
    return {
      endpoints: (api) => {
        for (const { endpoints } of areas) endpoints?.(api);
      },
      rpc: areas.flatMap(({ rpc }) => rpc ?? []),
      consumers: oneHandlerEach(areas.flatMap(({ consumers }) => consumers ?? [])),
      useCases: areas.flatMap(({ useCases }) => useCases ?? []),
      jobs: areas.flatMap(({ jobs }) => jobs ?? []),
      erasure: { steps: erasureSteps },
      start: async () => {
        for (const { start } of areas) await start?.();
      },
      stop: async () => {
        for (const { stop } of areas) await stop?.();
      },
    };
  },
};
