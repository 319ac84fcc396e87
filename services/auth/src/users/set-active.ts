import { forbidden, notFound } from '@app/contract/failure';
import { appendToOutbox, type Database } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { deleteSessionsOfUser } from '../sessions/store.ts';
import { endFamiliesOfUser } from '../tokens/families.ts';
import { userChanged } from './events.ts';
import { updateUser } from './store.ts';
import { isReserved, type User } from './user.ts';

/**
 * Deactivates or reactivates a user (document 4 section 22.5). A deactivated user's sessions and refresh tokens end at once, and every
 * verifier is told to refuse the rest.
 * @throws Failure 404 `user.not_found`; 403 for the users that the platform itself acts as
 */
export async function setUserActive(
  deps: { readonly db: Database; readonly clock: Clock; readonly logger: Logger },
  userId: number,
  isActive: boolean,
  actorId: number,
): Promise<User> {
  if (isReserved(userId))
    throw forbidden(`User ${userId} is one that the platform itself acts as; it can be neither deactivated nor reactivated`);
  const user = await deps.db.write(async (tx) => {
    const now = deps.clock.millis();
    const changed = await updateUser(tx, userId, { isActive }, new Date(now));
    if (!changed) throw notFound(`There is no user ${userId}`, 'user.not_found');
    if (!isActive) {
      await endFamiliesOfUser(tx, userId, 'user_deactivated', now);
      await deleteSessionsOfUser(tx, userId, undefined);
    }
    await appendToOutbox(tx, userChanged(changed));
    return changed;
  });
  deps.logger.info({ audit: isActive ? 'user_reactivated' : 'user_deactivated', user: userId, actor: actorId }, 'a user was switched');
  return user;
}
