import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** What is published of external reconciliations: at most 500 of one client account at once. */
const recordsSchema = z.object({
  client_account_id: z.int(),
  records: z.array(
    z.object({
      id: z.int(),
      /** PAYMT for a bank transaction, else the type of a document or a subject of the periods. */
      subject_type: z.string(),
      subject_id: z.int(),
      /** Of a line of a document. */
      subject_line_id: z.int().nullable(),
    }),
  ),
});

/** Outside figures were reconciled with the ledger. */
export const externalRecorded = defineEvent({
  name: 'reconciliation.external.recorded',
  version: 1,
  schema: recordsSchema,
});

/** Reconciled records were retired: what they were about is open again. */
export const externalRetired = defineEvent({
  name: 'reconciliation.external.retired',
  version: 1,
  schema: recordsSchema,
});
