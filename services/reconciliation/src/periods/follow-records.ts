import type { Executor, Tx } from '@app/db';
import { takeStamp } from '@app/records';
import type { Clock } from '@app/runtime';
import { and, eq } from 'drizzle-orm';
import { type ExternalRecord, staleDraft } from '../external/record.ts';
import { bankTransactions } from '../schema/bank-transactions.ts';
import { bankKey } from './engine/keys.ts';
import { bankMonths } from './house-accounts.ts';
import { markDue } from './queue-store.ts';
import { periodsOfRecords } from './scopes-store.ts';
import { followRule } from './standing.ts';
import { lockPeriod } from './store.ts';

/**
 * A record was reconciled, changed or retired by somebody: in the same transaction the status of its period follows,
 * and what else depends on it waits to be prepared.
 * @param actorId who did it
 */
export async function followRecord(
  tx: Tx,
  clock: Clock,
  record: Pick<ExternalRecord, 'clientAccountId' | 'id' | 'asOfDate' | 'subjectType' | 'subjectId'>,
  actorId: number,
): Promise<void> {
  await releasePeriods(tx, clock, record, actorId);
  const { clientAccountId } = record;
  const from = record.asOfDate ?? (await bookingDateOf(tx, record));
  if (from !== null) await markDue(tx, clientAccountId, from);
}

/**
 * Something happened to a record: its period follows the automatic rule again, also one that was reopened by hand
 * (RPD-R32).
 * @param actorId who did it
 */
export async function releasePeriods(
  tx: Tx,
  clock: Clock,
  { clientAccountId, id }: Pick<ExternalRecord, 'clientAccountId' | 'id'>,
  actorId: number,
): Promise<void> {
  const periodIds = await periodsOfRecords(tx, clientAccountId, [id]);
  if (periodIds.length === 0) return;
  const stamp = await takeStamp(tx, clock, clientAccountId, actorId);
  for (const periodId of periodIds) {
    const period = await lockPeriod(tx, clientAccountId, periodId);
    const happening = { stamp, today: clock.today(), hasChanged: true, reconciledById: actorId };
    if (period) await followRule(tx, period, happening);
  }
}

/** Of the bank transaction that a record is about: its month may be reconciled by now, or no longer. */
async function bookingDateOf(
  tx: Tx,
  { clientAccountId, subjectType, subjectId }: Pick<ExternalRecord, 'clientAccountId' | 'subjectType' | 'subjectId'>,
): Promise<string | null> {
  if (subjectType !== 'PAYMT') return null;
  const [row] = await tx
    .select({ bookingDate: bankTransactions.bookingDate })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.clientAccountId, clientAccountId), eq(bankTransactions.id, subjectId)));
  return row?.bookingDate ?? null;
}

/**
 * A draft of a bank month is reconciled with the balance that the bank says by now.
 * @throws Failure 409 `period_reconciliation.stale_draft`
 */
export async function requireSameBalance(
  ex: Executor,
  { clientAccountId, id, subjectType, scopeKey, asOfDate, expectedAmount }: ExternalRecord,
): Promise<void> {
  if (subjectType !== 'BANK_BALANCE' || scopeKey === null || asOfDate === null) return;
  const months = await bankMonths(ex, clientAccountId, [asOfDate]);
  const month = months.find(({ bankAccountId }) => bankKey(bankAccountId, asOfDate) === scopeKey);
  if (month?.statement?.balance !== expectedAmount) throw staleDraft(id);
}
