import { anyOf, type Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { closeAsked } from '../../questions/ask.ts';
import { voucherWorkflow } from '../../schema/voucher-workflow.ts';
import { vouchers } from '../../schema/vouchers.ts';
import { WORKFLOW_QUESTIONS, type WorkflowStatus } from './state.ts';

interface OfVoucher {
  readonly id: number;
  readonly clientAccountId: number;
}

/** Begins the workflow of a voucher, or begins it anew, at a step that is due at once. */
export async function beginWorkflow(tx: Tx, { id, clientAccountId }: OfVoucher, status: WorkflowStatus): Promise<void> {
  const fresh = {
    askedBy: null,
    attempts: 0,
    dueAt: sql`clock_timestamp()`,
    leaseKey: null,
    lastFault: null,
    reading: {},
  };
  await tx
    .insert(voucherWorkflow)
    .values({ voucherId: id, clientAccountId, ...fresh })
    .onConflictDoUpdate({ target: voucherWorkflow.voucherId, set: fresh });
  await tx
    .update(vouchers)
    .set({ workflowStatus: status })
    .where(and(eq(vouchers.clientAccountId, clientAccountId), eq(vouchers.id, id)));
}

/**
 * Stops the workflows of vouchers that are under way: whoever works on one is overtaken, and nobody is asked what it
 * wanted to know any more. The vouchers are stamped by whoever stops them.
 */
export async function cancelWorkflows(
  tx: Tx,
  clientAccountId: number,
  ids: readonly number[],
  stamp: Stamp,
): Promise<void> {
  await closeAsked(tx, clientAccountId, ids, { types: WORKFLOW_QUESTIONS, reason: 'WORKFLOW_CANCELLED' }, stamp);
  await tx
    .update(vouchers)
    .set({ workflowStatus: 'CANCELLED' })
    .where(
      and(
        eq(vouchers.clientAccountId, clientAccountId),
        anyOf(vouchers.id, ids),
        notInArray(vouchers.workflowStatus, ['COMPLETED', 'FAILED', 'CANCELLED']),
      ),
    );
  await tx
    .update(voucherWorkflow)
    .set({ dueAt: null, leaseKey: null, askedBy: null, attempts: sql`0` })
    .where(and(eq(voucherWorkflow.clientAccountId, clientAccountId), anyOf(voucherWorkflow.voucherId, ids)));
}
