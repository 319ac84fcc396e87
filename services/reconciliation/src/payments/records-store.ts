import type { Executor } from '@app/db';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { ExternalRecord } from '../external/record.ts';
import { externalReconciliationEntries, externalReconciliations } from '../schema/external-reconciliations.ts';
import { payments } from '../schema/payments.ts';
import type { Payment } from './payment.ts';
import { findPayments } from './store.ts';

/** The settled payment whose entry a record compares with what the bank has moved; undefined when it compares more. */
export async function settledByRecord(
  ex: Executor,
  { clientAccountId, id }: Pick<ExternalRecord, 'clientAccountId' | 'id'>,
): Promise<Payment | undefined> {
  const e = externalReconciliationEntries;
  const lines = await ex
    .select({ entryId: e.relationId })
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), eq(e.externalReconciliationId, id), eq(e.kind, 'LEDGER_LINE')));
  const [only] = lines;
  if (lines.length !== 1 || only!.entryId === null) return undefined;
  const p = payments;
  const [found] = await ex
    .select({ id: p.id })
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), eq(p.status, 'PAID'), eq(p.journalEntryId, only!.entryId)));
  return found && (await findPayments(ex, clientAccountId, [found.id]))[0];
}

/** Does a record compare a movement of the bank with the entry of a payment? */
export async function isReconciledWith(
  ex: Executor,
  clientAccountId: number,
  bankTransactionId: number,
  journalEntryId: number,
): Promise<boolean> {
  const [r, e] = [externalReconciliations, externalReconciliationEntries];
  const [found] = await ex
    .select({ id: r.id })
    .from(r)
    .innerJoin(e, and(eq(e.clientAccountId, r.clientAccountId), eq(e.externalReconciliationId, r.id)))
    .where(
      and(
        eq(r.clientAccountId, clientAccountId),
        eq(r.bankTransactionId, bankTransactionId),
        isNotNull(r.sequenceNumber),
        isNull(r.deletedAt),
        eq(e.kind, 'LEDGER_LINE'),
        eq(e.relationId, journalEntryId),
      ),
    )
    .limit(1);
  return found !== undefined;
}
