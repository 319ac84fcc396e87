import { erasureCategories } from '@app/api/organisation/erasure';
import { ACCOUNT, MESSAGES } from '@app/db';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { removedAccounts } from '../../schema/removed-accounts.ts';
import { type ErasureSources, eraseEverywhere } from './everywhere.ts';

/** Longer than any request lives that was admitted to the account, and than messages about it are on their way. */
const MINUTES = 10;
const AT_ONCE = 20;

/**
 * Looks once more for what belongs to accounts that are gone: a request that was under way may have written after its
 * service had erased, and a message may have come late. Now the messages go as well, since everybody has heard.
 * @returns how many accounts it was done for
 */
export async function sweepRemoved(sources: ErasureSources): Promise<number> {
  const { db } = sources;
  const due = await db.executor
    .select({ clientAccountId: removedAccounts.clientAccountId, commandKey: removedAccounts.commandKey })
    .from(removedAccounts)
    .where(
      and(
        isNull(removedAccounts.sweptAt),
        sql`${removedAccounts.removedAt} < clock_timestamp() - make_interval(mins => ${MINUTES})`,
      ),
    )
    .orderBy(asc(removedAccounts.removedAt))
    .limit(AT_ONCE);
  const failures: unknown[] = [];
  for (const { clientAccountId, commandKey } of due) {
    try {
      const categories = [...erasureCategories, ACCOUNT, MESSAGES];
      await eraseEverywhere(sources, { clientAccountId, commandKey: `${commandKey}:rest`, categories });
      await db.executor
        .update(removedAccounts)
        .set({ sweptAt: sql`clock_timestamp()` })
        .where(eq(removedAccounts.clientAccountId, clientAccountId));
    } catch (error) {
      // One that cannot be ended now stands in nobody's way.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
}
