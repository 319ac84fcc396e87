import { documentChanged, type Handler, journalEntryCancelled, on } from '@app/events';
import { takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import * as store from './store.ts';

/** What payments hear: an entry of theirs was cancelled, and a document of theirs was. */
export const paymentConsumers = ({ clock }: { readonly clock: Clock }): readonly Handler[] => [
  // The bank has the payment all the same: it waits to be settled again.
  on(journalEntryCancelled, async (tx, { payload }) => {
    const { client_account_id: clientAccountId, journal_entry_id: entryId } = payload;
    if (!(await store.paymentOfEntry(tx, clientAccountId, entryId))) return;
    const stamp = await takeStamp(tx, clock, clientAccountId, null);
    const payment = await store.paymentOfEntry(tx, clientAccountId, entryId);
    if (payment?.status !== 'PAID') return;
    const unsettled = { journalEntryId: null, bankTransactionId: null, transferLines: null };
    await store.changePayment(tx, payment, { status: 'SENT', ...unsettled }, stamp);
  }),
  // Nobody is owed anything by it any more; one that was made while it was being cancelled goes with it.
  on(documentChanged, async (tx, { payload }) => {
    if (payload.status !== 'CANCELLED') return;
    const clientAccountId = payload.client_account_id;
    if ((await store.cancellableOf(tx, clientAccountId, payload.document_id)).length === 0) return;
    const stamp = await takeStamp(tx, clock, clientAccountId, null);
    for (const payment of await store.cancellableOf(tx, clientAccountId, payload.document_id))
      await store.changePayment(tx, payment, { status: 'CANCELLED' }, stamp);
  }),
];
