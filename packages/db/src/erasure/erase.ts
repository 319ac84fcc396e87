import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '../database.ts';
import { sqlState } from '../errors.ts';
import { erasures } from '../schema/erasures.ts';
import type { ErasureStep } from './steps.ts';

export interface Erasure {
  readonly clientAccountId: number;
  /** The same for every try of one erasure. */
  readonly commandKey: string;
  readonly categories: readonly string[];
}

export interface Erased {
  readonly isDone: boolean;
  /** Under the key so far, by category. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Rows of one transaction: far below what a statement may take on a busy machine. */
const BATCH = 2_000;

/**
 * Removes records of a client account, a batch and a transaction at a time, until all are gone or the time is up. Who
 * asks again with the same key goes on; once it is done the key removes nothing any more, so that a late copy of the
 * call takes nothing that was written since. What was removed is counted in the transaction that removes it: a process
 * may die at any moment, and two may do the same at once.
 * @param db of a role that may delete the rows
 * @param millis when it gives up for now
 */
export async function eraseRecords(
  db: Database,
  steps: readonly ErasureStep[],
  erasure: Erasure,
  millis: number,
): Promise<Erased> {
  const { commandKey, categories } = erasure;
  const until = performance.now() + millis;
  await db.executor.insert(erasures).values({ commandKey }).onConflictDoNothing();
  const isAsked = (category: string): boolean => categories.includes(category);
  for (const step of steps.filter((each) => each.with.some(isAsked) && !each.without?.some(isAsked)))
    for (let isLeft: boolean | undefined = true; isLeft; ) {
      if (performance.now() >= until) return readErasure(db, commandKey);
      isLeft = await db.write((tx) => eraseBatch(tx, step, erasure)).catch(unlessReferred);
      if (isLeft === undefined) return readErasure(db, commandKey);
    }
  await db.executor.update(erasures).set({ isDone: true }).where(eq(erasures.commandKey, commandKey));
  return readErasure(db, commandKey);
}

/** A row that came meanwhile refers to what an earlier step had emptied: the next call begins at the first step again. */
function unlessReferred(error: unknown): undefined {
  if (sqlState(error) !== '23503') throw error;
}

/** Whether there may be more of it: a row that changed meanwhile is met by the next batch. */
async function eraseBatch(tx: Tx, step: ErasureStep, { clientAccountId, commandKey }: Erasure): Promise<boolean> {
  const isUnderWay = and(eq(erasures.commandKey, commandKey), eq(erasures.isDone, false));
  const [held] = await tx.select({ counts: erasures.counts }).from(erasures).where(isUnderWay).for('update');
  if (!held) return false;
  const gone = await step.erase(tx, clientAccountId, BATCH);
  if (gone > 0 && step.counts !== undefined)
    await tx
      .update(erasures)
      .set({ counts: { ...held.counts, [step.counts]: (held.counts[step.counts] ?? 0) + gone } })
      .where(eq(erasures.commandKey, commandKey));
  return gone > 0;
}

/** What came of a key so far. */
export async function readErasure(db: Database, commandKey: string): Promise<Erased> {
  const [row] = await db.executor
    .select({ isDone: erasures.isDone, counts: erasures.counts })
    .from(erasures)
    .where(eq(erasures.commandKey, commandKey));
  return row ?? { isDone: false, counts: {} };
}
