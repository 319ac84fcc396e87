import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * A document was made, changed, paid, cancelled or removed, or posted without the books. What the books post is said by
 * `ledger.journal_entry.posted`, which names the document (docs/decisions/0280-one-event-for-an-invoice.md). `version`
 * rises with every change of the document: an older one says nothing new.
 */
export const documentChanged = defineEvent({
  name: 'documents.document.changed',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    document_id: z.int(),
    document_type: z.string(),
    status: z.enum(['DRAFT', 'POSTED', 'CANCELLED', 'REMOVED']),
    voucher_id: z.int().nullable(),
    journal_entry_id: z.int().nullable(),
    version: z.int(),
  }),
});
