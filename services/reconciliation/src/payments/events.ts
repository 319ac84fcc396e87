import type { NewEvent } from '@app/db';
import { paymentChanged as changed } from '@app/events';
import type { Payment } from './payment.ts';

/** The fact that a payment was made or changed, and what is now on its way to its document. */
export const paymentChanged = (
  payment: Pick<Payment, 'id' | 'clientAccountId' | 'documentId' | 'status'>,
  pending: { readonly amount: string; readonly version: number },
): NewEvent =>
  changed.create(
    {
      client_account_id: payment.clientAccountId,
      payment_id: payment.id,
      document_id: payment.documentId,
      status: payment.status,
      pending_amount: pending.amount,
      version: pending.version,
    },
    payment.clientAccountId,
  );
