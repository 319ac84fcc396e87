import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * A reconciliation period was made, reconciled or reopened. `version` rises with every change of the period: an older
 * one says nothing new.
 */
export const periodChanged = defineEvent({
  name: 'reconciliation.period.changed',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    period_id: z.int(),
    period_start: z.iso.date(),
    period_end: z.iso.date(),
    status: z.enum(['OPEN', 'RECONCILED', 'REOPENED']),
    version: z.int(),
  }),
});
