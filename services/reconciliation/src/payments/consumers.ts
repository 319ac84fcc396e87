import type { Tx } from '@app/db';
import {
  bankTransactionRecorded,
  documentChanged,
  type Handler,
  internalCommitted,
  internalDeleted,
  journalEntryCancelled,
  on,
} from '@app/events';
import { takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import * as store from './store.ts';
import { want } from './turns-store.ts';

/**
 * What payments hear: an entry of theirs was cancelled, a document of theirs was, an entry of theirs was matched or is
 * no longer, and something moved at the bank.
 */
export const paymentConsumers = ({ clock }: { readonly clock: Clock }): readonly Handler[] => [
  // The bank has the payment all the same: it waits to be settled again.
  on(journalEntryCancelled, async (tx, { payload }) => {
    const { client_account_id: clientAccountId, journal_entry_id: entryId } = payload;
    if (!(await store.paymentOfEntry(tx, clientAccountId, entryId))) return;
    const stamp = await takeStamp(tx, clock, clientAccountId, null);
    const payment = await store.paymentOfEntry(tx, clientAccountId, entryId);
    if (payment?.status !== 'PAID') return;
    const { bankTransactionId, releasedTransactionId } = payment;
    const unsettled = { journalEntryId: null, bankTransactionId: null, transferLines: null };
    const released = { releasedTransactionId: bankTransactionId ?? releasedTransactionId };
    await store.changePayment(tx, payment, { status: 'SENT', ...unsettled, ...released }, stamp);
  }),
  // What settled payments take of their documents follows from what their entries are matched with.
  on(internalCommitted, (tx, { payload }) =>
    announceMatched(tx, clock, payload.client_account_id, payload.reconciliation_id),
  ),
  on(internalDeleted, (tx, { payload }) =>
    announceMatched(tx, clock, payload.client_account_id, payload.reconciliation_id),
  ),
  on(bankTransactionRecorded, (tx, { payload }) => want(tx, payload.client_account_id)),
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

/** Says of the payments whose entries a reconciliation matches, or did, what they take of their documents by now. */
async function announceMatched(tx: Tx, clock: Clock, clientAccountId: number, reconciliationId: number): Promise<void> {
  if ((await store.paymentsOfMatch(tx, clientAccountId, reconciliationId)).length === 0) return;
  const stamp = await takeStamp(tx, clock, clientAccountId, null);
  for (const payment of await store.paymentsOfMatch(tx, clientAccountId, reconciliationId))
    await store.changePayment(tx, payment, {}, stamp);
}
