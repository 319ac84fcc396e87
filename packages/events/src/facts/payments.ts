import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * A payment was made or changed. `pending_amount` is what all payments on their way will pay of its document, in the
 * document's currency; `version` rises with every change of a payment of the document: an older one says nothing new.
 */
export const paymentChanged = defineEvent({
  name: 'reconciliation.payment.changed',
  version: 1,
  schema: z.object({
    client_account_id: z.int(),
    payment_id: z.int(),
    document_id: z.int(),
    status: z.enum(['PENDING', 'APPROVED', 'SENT', 'PAID', 'REJECTED', 'CANCELLED']),
    pending_amount: z.string(),
    version: z.int(),
  }),
});
