import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * An operation on shares was recorded. Its sides add up to nothing; a side without a business partner is that of the
 * pool that shares are issued from and retired to. `version` rises with every operation of the client account.
 */
export const equityTransactionRecorded = defineEvent({
  name: 'ledger.equity_transaction.recorded',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    transaction_group_id: z.uuid(),
    transaction_type: z.string(),
    transaction_date: z.iso.date(),
    share_class: z.string(),
    sides: z.array(
      z.object({ transaction_id: z.int(), business_partner_id: z.int().nullable(), quantity: z.string() }),
    ),
    version: z.int(),
  }),
});
