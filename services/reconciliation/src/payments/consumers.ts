import type { Database, Tx } from '@app/db';
import {
  bankTransactionRecorded,
  documentChanged,
  type Handler,
  internalCommitted,
  internalDeleted,
  journalEntryCancelled,
  NOTHING_TO_DO,
  onMany,
} from '@app/events';
import { takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { byAccount } from '../by-account.ts';
import * as store from './store.ts';
import { want } from './turns-store.ts';
import { cancelPayments } from './withdraw.ts';

/**
 * What payments hear: an entry of theirs was cancelled, a document of theirs was, an entry of theirs was matched or is
 * no longer, and something moved at the bank.
 */
export const paymentConsumers = ({
  db,
  clock,
  settleSoon,
}: {
  readonly db: Pick<Database, 'executor' | 'afterCommit'>;
  readonly clock: Clock;
  /** Somebody may wait for what the bank has carried out by now. */
  readonly settleSoon: () => void;
}): readonly Handler[] => [
  // The bank has the payment all the same: it waits to be settled again.
  onMany(journalEntryCancelled, async (tx, events) => {
    for (const [clientAccountId, entryIds] of byAccount(events, ({ payload }) => payload.journal_entry_id))
      for (const entryId of entryIds) await unsettle(tx, clock, clientAccountId, entryId);
  }),
  // What settled payments take of their documents follows from what their entries are matched with.
  ...[internalCommitted, internalDeleted].map((event) =>
    onMany(
      event,
      (tx, events) =>
        announceMatched(
          tx,
          clock,
          byAccount(events, ({ payload }) => payload.reconciliation_id),
        ),
      // Most reconciliations match no entry of a payment.
      async (events) =>
        (await store.touchesPayments(
          db.executor,
          events.map(({ payload }) => payload.client_account_id),
          events.map(({ payload }) => payload.reconciliation_id),
        ))
          ? undefined
          : NOTHING_TO_DO,
    ),
  ),
  onMany(bankTransactionRecorded, async (tx, events) => {
    for (const [clientAccountId] of byAccount(events, () => undefined)) await want(tx, clientAccountId);
    db.afterCommit(settleSoon);
  }),
  // Nobody is owed anything by it any more; one that was made while it was being cancelled goes with it.
  onMany(
    documentChanged,
    async (tx, events) => {
      const cancelled = events.filter(isOfCancelled);
      for (const [clientAccountId, documentIds] of byAccount(cancelled, ({ payload }) => payload.document_id))
        for (const documentId of documentIds) await cancelPayments(tx, clock, clientAccountId, documentId);
    },
    async (events) => (events.some(isOfCancelled) ? undefined : NOTHING_TO_DO),
  ),
];

const isOfCancelled = ({ payload }: { readonly payload: { readonly status: string } }): boolean =>
  payload.status === 'CANCELLED';

async function unsettle(tx: Tx, clock: Clock, clientAccountId: number, entryId: number): Promise<void> {
  if (!(await store.paymentOfEntry(tx, clientAccountId, entryId))) return;
  const stamp = await takeStamp(tx, clock, clientAccountId, null);
  const payment = await store.paymentOfEntry(tx, clientAccountId, entryId);
  if (payment?.status !== 'PAID') return;
  const { bankTransactionId, releasedTransactionId } = payment;
  const unsettled = { journalEntryId: null, bankTransactionId: null, transferLines: null };
  const released = { releasedTransactionId: bankTransactionId ?? releasedTransactionId };
  await store.changePayment(tx, payment, { status: 'SENT', ...unsettled, ...released }, stamp);
}

/**
 * Says of the payments whose entries reconciliations match, or did, what they take of their documents by now.
 * @param matches reconciliations by client account, in the order of the accounts
 */
async function announceMatched(
  tx: Tx,
  clock: Clock,
  matches: readonly (readonly [clientAccountId: number, reconciliationIds: readonly number[]])[],
): Promise<void> {
  const accounts = matches.map(([clientAccountId]) => clientAccountId);
  const all = matches.flatMap(([, reconciliationIds]) => reconciliationIds);
  const found = await store.paymentsOfMatches(tx, accounts, all);
  const affected = new Set(found.map(({ clientAccountId }) => clientAccountId));
  for (const [clientAccountId, reconciliationIds] of matches.filter(([id]) => affected.has(id))) {
    const stamp = await takeStamp(tx, clock, clientAccountId, null);
    for (const payment of await store.paymentsOfMatches(tx, [clientAccountId], reconciliationIds))
      await store.changePayment(tx, payment, {}, stamp);
  }
}
