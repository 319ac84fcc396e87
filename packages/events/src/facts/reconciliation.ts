import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * Transactions of a house account are new: those of a statement, which are said once for all of them, or one that came
 * by itself (`bank_statement_id` null).
 */
export const bankTransactionsRecorded = defineEvent({
  name: 'reconciliation.bank_transaction.recorded',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    bank_account_id: z.int(),
    bank_statement_id: z.int().nullable(),
    transaction_count: z.int(),
  }),
});
