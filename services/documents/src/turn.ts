import type { Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import { changeTurns } from './schema/vouchers.ts';

/**
 * Waits for the other writers of vouchers and files of this account, until this transaction ends: whoever polls by
 * `updated_at` misses nothing that commits late. Taken before any of their rows.
 * @returns the moment of the change, after every earlier one of the account, whatever the clock says
 */
export async function takeTurn(tx: Tx, clientAccountId: number, now: Date): Promise<Date> {
  const [row] = await tx
    .insert(changeTurns)
    .values({ clientAccountId, lastChangeAt: now })
    .onConflictDoUpdate({
      target: changeTurns.clientAccountId,
      set: {
        lastChangeAt: sql`greatest(${changeTurns.lastChangeAt} + interval '1 millisecond', excluded.last_change_at)`,
      },
    })
    .returning({ changedAt: changeTurns.lastChangeAt });
  return row!.changedAt;
}
