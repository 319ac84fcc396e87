import type { Tx } from '@app/db';
import { takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import type { ExternalHooks } from '../external/hooks.ts';
import type { ExternalRecord } from '../external/record.ts';
import { settledByRecord } from './records-store.ts';
import * as store from './store.ts';

type Hooks = Pick<ExternalHooks, 'onRecorded' | 'onRetired'>;

/**
 * A settled payment names the movement of the bank that its entry is reconciled with, and none while there is none: in
 * the transaction that changes the record, so that payment, movement and books never say different things
 * (docs/decisions/0133-settled-payments.md).
 */
export function followRecords(hooks: Hooks, clock: Clock): void {
  hooks.onRetired(async (tx, record, actorId) => {
    if (record.isDraft || record.subjectType !== 'PAYMT') return;
    const payment = await store.settledBy(tx, record.clientAccountId, record.subjectId);
    if (!payment) return;
    const stamp = await takeStamp(tx, clock, record.clientAccountId, actorId);
    const released = { bankTransactionId: null, releasedTransactionId: record.subjectId };
    await store.changePayment(tx, payment, released, stamp);
  });
  hooks.onRecorded((tx, record, actorId) => nameMovement(tx, clock, record, actorId));
}

async function nameMovement(tx: Tx, clock: Clock, record: ExternalRecord, actorId: number): Promise<void> {
  const { clientAccountId, bankTransactionId } = record;
  if (bankTransactionId === null) return;
  const payment = await settledByRecord(tx, record);
  if (!payment || payment.bankTransactionId !== null) return;
  const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
  await store.changePayment(tx, payment, { bankTransactionId, releasedTransactionId: null }, stamp);
}
