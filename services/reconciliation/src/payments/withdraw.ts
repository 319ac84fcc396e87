import type { Tx } from '@app/db';
import { takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import * as store from './store.ts';

/** Cancels the payments of a cancelled document that the bank does not have yet: nobody is owed anything by it any more. */
export async function cancelPayments(tx: Tx, clock: Clock, clientAccountId: number, documentId: number): Promise<void> {
  if ((await store.cancellableOf(tx, clientAccountId, documentId)).length === 0) return;
  const stamp = await takeStamp(tx, clock, clientAccountId, null);
  for (const payment of await store.cancellableOf(tx, clientAccountId, documentId))
    await store.changePayment(tx, payment, { status: 'CANCELLED' }, stamp);
}
