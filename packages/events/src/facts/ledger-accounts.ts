import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * A company made, changed or (de)activated an account of its own. `version` rises with every change of that account.
 */
export const ledgerAccountChanged = defineEvent({
  name: 'ledger.account.changed',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    account_id: z.int(),
    account_code: z.string(),
    is_active: z.boolean(),
    version: z.int(),
  }),
});
