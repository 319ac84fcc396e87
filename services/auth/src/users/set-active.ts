import { forbidden } from '@app/access';
import { record } from '@app/audit';
import { conflict, notFound } from '@app/contract/failure';
import { appendToOutbox, type Database, type Tx } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import type { Cookies } from '../credentials/cookies.ts';
import { userChanged } from '../credentials/events.ts';
import { endFamiliesOfUser } from '../credentials/families.ts';
import { isReserved, type User } from '../credentials/user.ts';
import { lockActiveAdministrators, updateUser } from '../credentials/user-store.ts';
import { forgetBrowsersOfUser } from '../passwords/known-browsers.ts';
import { deleteSessionsOfUser } from '../sessions/store.ts';
import { deleteOpenCodes } from '../tokens/codes.ts';

/**
 * Deactivates or reactivates a user (USR-R08). A deactivated user's sessions, refresh tokens and codes not yet redeemed end
 * at once, and every verifier is made to refuse the rest.
 * @throws Failure 404 `user.not_found`; 403 for the users that the platform itself acts as; 409
 * `user.last_administrator` for oneself, and for the last administrator who is active
 */
export async function setUserActive(
  deps: { readonly db: Database; readonly clock: Clock; readonly logger: Logger; readonly cookies: Cookies },
  userId: number,
  isActive: boolean,
  actorId: number,
): Promise<User> {
  if (isReserved(userId))
    throw forbidden(
      `User ${userId} is one that the platform itself acts as; it can be neither deactivated nor reactivated`,
    );
  const user = await deps.db.write(async (tx) => {
    const now = deps.clock.millis();
    if (!isActive) await assertAdministratorLeft(tx, userId, actorId);
    const changed = await updateUser(tx, userId, { isActive }, new Date(now));
    if (!changed) throw notFound(`There is no user ${userId}`, 'user.not_found');
    if (!isActive) {
      // Codes first: a family that is being made from one is waited for, and ends with the others.
      await deleteOpenCodes(tx, userId);
      await endFamiliesOfUser(tx, userId, 'user_deactivated', now);
      await deleteSessionsOfUser(tx, userId, undefined);
      await forgetBrowsersOfUser(tx, deps.cookies, userId);
    }
    await record(tx, { kind: isActive ? 'user_activated' : 'user_deactivated', userId: actorId, targetUserId: userId });
    await appendToOutbox(tx, userChanged(changed));
    return changed;
  });
  deps.logger.info(
    { audit: isActive ? 'user_reactivated' : 'user_deactivated', user: userId, actor: actorId },
    'a user was switched',
  );
  return user;
}

/**
 * Administrators are deactivated one after another, under the lock of all of them: of two who deactivate each other at
 * the same moment the second finds that the other would be the last, or that it is no administrator any more.
 */
async function assertAdministratorLeft(tx: Tx, userId: number, actorId: number): Promise<void> {
  if (userId === actorId) throw lastAdministrator('Administrators do not deactivate themselves; ask another one');
  const active = await lockActiveAdministrators(tx);
  if (active.length === 1 && active[0] === userId)
    throw lastAdministrator(`User ${userId} is the last active administrator`);
  if (!active.includes(actorId)) throw forbidden('You have just been deactivated');
}

const lastAdministrator = (message: string) => conflict(message, 'user.last_administrator');
