import { randomUUID } from 'node:crypto';
import type { Executor, Tx } from '@app/db';
import { and, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { paymentMatching } from '../schema/payment-matching.ts';
import { payments } from '../schema/payments.ts';
import { ON_THEIR_WAY } from './payment.ts';

// Whose payments are compared with the bank's movements next: one company after the other, each under a lease, so that
// none waits for all payments of another.

/** Seconds for which a company is one process's, unless extended (`extendTurn`): so long it waits when one dies. */
const LEASE_SECONDS = 30;

const m = paymentMatching;
const now = sql`clock_timestamp()`;
const leaseEnd = sql`${now} + make_interval(secs => ${LEASE_SECONDS})`;

/** A company that is this process's turn. */
export interface Turn {
  readonly clientAccountId: number;
  readonly leaseKey: string;
  readonly wanted: number;
  /** The last payment that was tried by an earlier turn; 0 where this one begins. */
  readonly reached: number;
}

const turnOf = { clientAccountId: m.clientAccountId, wanted: m.wanted, reached: m.reached };

/** Says that something has moved at the bank of a company; nobody waits for it where no payment is on its way. */
export async function want(tx: Tx, clientAccountId: number): Promise<void> {
  const p = payments;
  const waits = tx
    .select({ clientAccountId: p.clientAccountId })
    .from(p)
    .where(and(eq(p.clientAccountId, clientAccountId), inArray(p.status, [...ON_THEIR_WAY])))
    .limit(1);
  if ((await waits).length === 0) return;
  await tx
    .insert(m)
    .values({ clientAccountId, wanted: 1, dueAt: now })
    .onConflictDoUpdate({
      target: m.clientAccountId,
      set: { wanted: sql`${m.wanted} + 1`, dueAt: sql`coalesce(${m.dueAt}, ${now})` },
    });
}

/** The company that has waited longest; undefined when none is due. */
export async function takeDue(ex: Executor): Promise<Turn | undefined> {
  const due = ex
    .select({ id: m.clientAccountId })
    .from(m)
    .where(lte(m.dueAt, now))
    .orderBy(m.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  return take(ex, sql`${m.clientAccountId} = (${due})`);
}

/** A company that was chosen; undefined when somebody else has it at this moment. */
export async function takeCompany(ex: Executor, clientAccountId: number): Promise<Turn | undefined> {
  await ex.insert(m).values({ clientAccountId }).onConflictDoNothing();
  const isFree = or(sql`${m.leaseKey} is null`, lte(m.dueAt, now));
  return take(ex, and(eq(m.clientAccountId, clientAccountId), isFree)!);
}

async function take(ex: Executor, which: SQL): Promise<Turn | undefined> {
  const leaseKey = randomUUID();
  const [row] = await ex.update(m).set({ leaseKey, dueAt: leaseEnd }).where(which).returning(turnOf);
  return row && { ...row, leaseKey };
}

/** Keeps the company for another while. */
export const extendTurn = (ex: Executor, { clientAccountId, leaseKey }: Turn): Promise<unknown> =>
  ex
    .update(m)
    .set({ dueAt: leaseEnd })
    .where(and(eq(m.clientAccountId, clientAccountId), eq(m.leaseKey, leaseKey)));

/**
 * Ends a turn.
 * @param reached the payment behind which the next turn goes on; 0 when all were tried
 * @param retrySeconds until the next turn, where this one broke off
 */
export async function endTurn(
  ex: Executor,
  { clientAccountId, leaseKey, wanted }: Turn,
  reached: number,
  retrySeconds?: number,
): Promise<void> {
  const whenWanted = sql`case when ${m.wanted} = ${wanted} then null else ${now} end`;
  const dueAt =
    retrySeconds !== undefined ? sql`${now} + make_interval(secs => ${retrySeconds})` : reached > 0 ? now : whenWanted;
  await ex
    .update(m)
    .set({ leaseKey: null, reached, dueAt })
    .where(and(eq(m.clientAccountId, clientAccountId), eq(m.leaseKey, leaseKey)));
}

/** Companies with payments on their way, after one, in order. */
export async function payingCompanies(ex: Executor, after: number, most: number): Promise<readonly number[]> {
  const p = payments;
  const rows = await ex
    .selectDistinct({ id: p.clientAccountId })
    .from(p)
    .where(and(gt(p.clientAccountId, after), inArray(p.status, [...ON_THEIR_WAY])))
    .orderBy(p.clientAccountId)
    .limit(most);
  return rows.map(({ id }) => id);
}
