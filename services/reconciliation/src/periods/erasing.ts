import { ACCOUNT, type ErasureStep, rowsOf } from '@app/db';
import { preparedAccounts, reconciliationPeriods, reconciliationScopes } from '../schema/reconciliation-periods.ts';

/** Periods go with the records that reconcile them. Whose are prepared is said by the settings, until the account goes. */
const WITH_RECORDS = ['RECONCILIATIONS', 'BANK', 'ALL', ACCOUNT];

export const periodErasure: readonly ErasureStep[] = [
  rowsOf(reconciliationScopes, { with: WITH_RECORDS }),
  rowsOf(reconciliationPeriods, { with: WITH_RECORDS, counts: 'RECONCILIATIONS' }),
  rowsOf(preparedAccounts, { with: [ACCOUNT] }),
];
