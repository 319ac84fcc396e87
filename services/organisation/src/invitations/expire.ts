import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { lockSeries } from '../records/series.ts';
import { accountsWithExpired, expirePending } from './store.ts';

/** The job `invitation-expiry` (INV-R44): pending invitations past their end. Gives how many. Safe to run twice. */
export async function expireInvitations({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<number> {
  const now = new Date(clock.millis());
  let expired = 0;
  for (const clientAccountId of await accountsWithExpired(db.executor, now)) {
    expired += await db.write(async (tx) => {
      const { changedAt } = await lockSeries(tx, { clientAccountId, type: 'invitation', isNew: false }, now);
      return expirePending(tx, clientAccountId, now, changedAt);
    });
  }
  return expired;
}
