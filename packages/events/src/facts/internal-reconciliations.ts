import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** Lines of the ledger were matched with each other: by a person, or a proposal that a person approved. */
export const internalCommitted = defineEvent({
  name: 'reconciliation.internal.committed',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    reconciliation_id: z.int(),
    sequence_number: z.int(),
    reconciliation_date: z.iso.date(),
    /** That of an exchange difference among them. */
    journal_entry_line_ids: z.array(z.int()),
  }),
});

/** A committed reconciliation was deleted, which happens once: its lines are open again. */
export const internalDeleted = defineEvent({
  name: 'reconciliation.internal.deleted',
  version: 1,
  schema: z.object({ client_account_id: z.int(), reconciliation_id: z.int() }),
});
