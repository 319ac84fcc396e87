import { ACCOUNT, type ErasureStep, rowsOf } from '@app/db';
import { sql } from 'drizzle-orm';
import { bankTransactions } from '../schema/bank-transactions.ts';
import {
  externalReconciliationEntries,
  externalReconciliationNumbers,
  externalReconciliations,
} from '../schema/external-reconciliations.ts';

/** Records go with what they compare: the figures of the bank, or the lines of the ledger. */
const RECORDS = ['RECONCILIATIONS', 'BANK', 'ALL', ACCOUNT];

/** Before the transactions that records take. Numbers begin anew only when everything goes. */
export const externalErasure: readonly ErasureStep[] = [
  rowsOf(externalReconciliationEntries, { with: RECORDS }),
  rowsOf(externalReconciliations, { with: RECORDS, counts: 'RECONCILIATIONS' }),
  rowsOf(externalReconciliationNumbers, { with: ['ALL', ACCOUNT] }),
  {
    // Transactions that stay are open again.
    with: ['RECONCILIATIONS'],
    erase: async (tx, clientAccountId) => {
      await tx.execute(sql`
        update ${bankTransactions} set external_reconciled_amount = 0, version = version + 1
        where client_account_id = ${clientAccountId}::bigint and external_reconciled_amount <> 0`);
      return 0;
    },
  },
];
