import { appendToOutbox, areUnderWay, DOCUMENT_ENTRIES, type ErasureStep, rowsOf } from '@app/db';
import { changedAt, lockChanges } from '@app/records';
import { and, eq, sql } from 'drizzle-orm';
import { payments } from '../schema/payments.ts';
import { SETTLING_USE_CASE, settlingUnderWay } from './bookings.ts';
import { paymentChanged } from './events.ts';
import { pendingOf } from './store.ts';

const p = payments;

/**
 * Settled payments outlive the matches of their entries: what they take of their documents is said anew, once the
 * matches are gone, so that documents do not go on showing what was pending before.
 */
export const settledErasure: ErasureStep = {
  with: ['RECONCILIATIONS'],
  erase: async (tx, clientAccountId) => {
    const ofSettled = and(eq(p.clientAccountId, clientAccountId), eq(p.status, 'PAID'));
    if ((await tx.select({ id: p.id }).from(p).where(ofSettled).limit(1)).length === 0) return 0;
    const moment = await lockChanges(tx, clientAccountId, new Date());
    const changed = await tx
      .update(p)
      .set({ ...changedAt({ moment, actorId: null }), version: sql`${p.version} + 1` })
      .where(ofSettled)
      .returning({ id: p.id, clientAccountId: p.clientAccountId, documentId: p.documentId, status: p.status });
    const ofDocument = new Map(changed.map((payment) => [payment.documentId, payment]));
    for (const { documentId, amount } of await pendingOf(tx, clientAccountId, [...ofDocument.keys()]))
      await appendToOutbox(tx, paymentChanged(ofDocument.get(documentId)!, { amount, version: moment.getTime() }));
    return 0;
  },
};

const allPayments = rowsOf(payments, { with: [DOCUMENT_ENTRIES] });

/**
 * Payments whose entries the ledger has erased. Under the turn of the account, which settling takes when it begins: one
 * that has begun is waited for, and ends by itself since the books are closed; later there is none to settle.
 */
export const bookedErasure: ErasureStep = {
  ...allPayments,
  erase: async (tx, clientAccountId, most) => {
    await lockChanges(tx, clientAccountId, new Date());
    if (await areUnderWay(tx, clientAccountId, [SETTLING_USE_CASE])) throw settlingUnderWay(clientAccountId);
    return allPayments.erase(tx, clientAccountId, most);
  },
};
