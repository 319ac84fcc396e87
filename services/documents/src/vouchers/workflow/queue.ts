import { randomUUID } from 'node:crypto';
import type { Database, Executor, Tx } from '@app/db';
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { voucherWorkflow } from '../../schema/voucher-workflow.ts';
import { vouchers } from '../../schema/vouchers.ts';
import { stampVouchers } from '../store.ts';
import type { Reading } from './reading.ts';
import { hasEnded, type WorkflowStatus } from './state.ts';

/** Seconds for which a voucher is one worker's unless the lease is extended: so long it waits when a process dies. */
const LEASE_SECONDS = 30;
/** How often a worker extends the lease of the step that it is at. */
export const EXTENSION_MILLIS = 10_000;

/** A voucher whose next step is this worker's. */
export interface Taken {
  readonly id: number;
  readonly clientAccountId: number;
  /** Whoever finds another one has been overtaken. */
  readonly leaseKey: string;
  /** This attempt included. */
  readonly attempts: number;
  readonly reading: Reading;
}

const now = sql`clock_timestamp()`;
const inSeconds = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/**
 * Takes the voucher that has waited longest of the next company after one, in the order of their ids and round again,
 * so that a company with a thousand files waits behind itself. Each voucher goes to one worker of one replica.
 */
export async function takeDue(ex: Executor, afterAccount: number): Promise<Taken | undefined> {
  const { clientAccountId } = voucherWorkflow;
  return (await takeFirst(ex, gt(clientAccountId, afterAccount))) ?? takeFirst(ex, lte(clientAccountId, afterAccount));
}

async function takeFirst(ex: Executor, ofAccounts: SQL): Promise<Taken | undefined> {
  const w = voucherWorkflow;
  const due = ex
    .select({ id: w.voucherId })
    .from(w)
    .where(and(ofAccounts, lte(w.dueAt, now)))
    .orderBy(w.clientAccountId, w.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const leaseKey = randomUUID();
  const [row] = await ex
    .update(w)
    .set({ leaseKey, attempts: sql`${w.attempts} + 1`, dueAt: inSeconds(LEASE_SECONDS) })
    .where(sql`${w.voucherId} = (${due})`)
    .returning({ id: w.voucherId, clientAccountId: w.clientAccountId, attempts: w.attempts, reading: w.reading });
  return row && { ...row, leaseKey, reading: row.reading as Reading };
}

/** The step goes on; a lease that was lost stays lost. */
export async function extendLease(ex: Executor, taken: Pick<Taken, 'id' | 'leaseKey'>): Promise<void> {
  const w = voucherWorkflow;
  await ex
    .update(w)
    .set({ dueAt: inSeconds(LEASE_SECONDS) })
    .where(and(eq(w.voucherId, taken.id), eq(w.leaseKey, taken.leaseKey)));
}

/** The lease was lost: somebody cancelled the workflow, began it anew, or took the voucher after this worker's time. */
export class Overtaken extends Error {}

/**
 * The voucher stays this worker's until the transaction ends: for what a step does before the transaction that ends it.
 * Under the account's turn, which the caller has.
 * @throws Overtaken where the lease was lost, however long this worker was held up
 */
export async function holdLease(tx: Tx, { id, leaseKey }: Pick<Taken, 'id' | 'leaseKey'>): Promise<void> {
  const w = voucherWorkflow;
  const held = await tx
    .select({ id: w.voucherId })
    .from(w)
    .where(and(eq(w.voucherId, id), eq(w.leaseKey, leaseKey)))
    .for('update');
  if (held.length === 0) throw new Overtaken();
}

/** What a step comes to. */
export interface Outcome {
  readonly to: WorkflowStatus;
  readonly reading: Reading;
  /** The step that waits for an answer. */
  readonly askedBy?: 'CLASSIFICATION' | 'DATA_EXTRACTION' | 'DUPLICATE_CHECK';
}

/**
 * Ends a step in one transaction with whatever it stores: the voucher is still this worker's, and stands where it stood.
 * The next step is due at once, none once the workflow has ended or waits.
 * @param changedAt of the account's turn, which the caller has
 * @throws Overtaken and nothing is stored
 */
export async function endStep(
  tx: Tx,
  taken: Taken,
  { from, to, reading, askedBy }: Outcome & { readonly from: WorkflowStatus },
  changedAt: Date,
): Promise<void> {
  const w = voucherWorkflow;
  const goesOn = !hasEnded(to) && to !== 'WAITING_FOR_ANSWER';
  const moved = await tx
    .update(vouchers)
    .set({ workflowStatus: to })
    .where(
      and(
        eq(vouchers.clientAccountId, taken.clientAccountId),
        eq(vouchers.id, taken.id),
        eq(vouchers.workflowStatus, from),
      ),
    )
    .returning({ id: vouchers.id });
  const held = await tx
    .update(w)
    .set({
      attempts: 0,
      askedBy: askedBy ?? null,
      reading,
      lastFault: null,
      ...(goesOn ? { dueAt: now } : { dueAt: null }),
      leaseKey: null,
    })
    .where(and(eq(w.voucherId, taken.id), eq(w.leaseKey, taken.leaseKey)))
    .returning({ id: w.voucherId });
  if (moved.length === 0 || held.length === 0) throw new Overtaken();
  await stampVouchers(tx, taken.clientAccountId, [taken.id], changedAt);
}

/** Gives a voucher back after an attempt that came to nothing. @param counts false where nothing of it was at fault */
export async function giveBack(
  db: Database,
  taken: Taken,
  { fault, pauseSeconds, counts }: { readonly fault: string; readonly pauseSeconds: number; readonly counts: boolean },
): Promise<void> {
  const w = voucherWorkflow;
  await db.executor
    .update(w)
    .set({
      ...{ leaseKey: null, lastFault: fault, dueAt: inSeconds(pauseSeconds) },
      ...(counts ? {} : { attempts: sql`greatest(${w.attempts} - 1, 0)` }),
    })
    .where(and(eq(w.voucherId, taken.id), eq(w.leaseKey, taken.leaseKey)));
}

/** Nothing is due of a voucher that has ended otherwise. */
export async function leaveAlone(db: Database, taken: Taken): Promise<void> {
  const w = voucherWorkflow;
  await db.executor
    .update(w)
    .set({ leaseKey: null, dueAt: null })
    .where(and(eq(w.voucherId, taken.id), eq(w.leaseKey, taken.leaseKey)));
}
