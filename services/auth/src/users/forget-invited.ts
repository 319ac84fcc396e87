import { record } from '@app/audit';
import { appendToOutbox, type Database, sqlState } from '@app/db';
import type { Logger } from '@app/runtime';
import { userChanged } from '../credentials/events.ts';
import { deleteUnusedUser, findCommand, lockCommand } from '../credentials/user-store.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Takes back the user that an acceptance made and that was refused after all (CTL-R23), with the session that was begun
 * for it. It stays when it was there before, or when anything was done with it since: a login, another acceptance, an
 * identity, an application.
 * @returns whether it is gone; safe to repeat
 */
export async function forgetInvitedUser(
  { db, logger }: { readonly db: Database; readonly logger: Logger },
  commandKey: string,
): Promise<boolean> {
  try {
    return await db.write(async (tx) => {
      await lockCommand(tx, commandKey);
      const done = await findCommand({ executor: tx }, commandKey);
      if (!done?.created) return false;
      const user = await deleteUnusedUser(tx, done.userId, commandKey);
      if (!user) return false;
      await record(tx, { kind: 'user_forgotten', targetUserId: user.id });
      await appendToOutbox(tx, userChanged({ ...user, isActive: false }));
      logger.info(
        { audit: 'invited_user_forgotten', user: user.id },
        'the user of a refused acceptance was taken back',
      );
      return true;
    });
  } catch (error) {
    // Something else of ours names it: then it is in use.
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
}
