import type { Executor } from '@app/db';
import { ownersOf } from './link-store.ts';
import type { Standings } from './standings.ts';

/**
 * Has the account an active owner: an active `CA` link of an active user (CTL-R15)? Decide under the lock of its row.
 * @param exceptUserId somebody who shall not count, since they are about to leave
 */
export async function hasActiveOwner(
  ex: Executor,
  standings: Standings,
  clientAccountId: number,
  exceptUserId?: number,
): Promise<boolean> {
  const owners = await ownersOf(ex, clientAccountId);
  return standings.anyActive(owners.filter((userId) => userId !== exceptUserId));
}
