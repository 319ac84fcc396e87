import { Failure } from '@app/contract';
import { type AcceptDependencies, authCommand, linkInvited, undoRefused } from './accept.ts';
import * as acceptances from './acceptance-store.ts';

/** Longer than a request and the call inside it live. */
const ABANDONED_SECONDS = 60;
const DEADLINE = { deadlineMillis: 2_000 };

/**
 * The job `invitation-recovery`: acceptances that nobody works on any more are carried to their end, each by itself: one that fails waits its
 * turn and keeps no other waiting. Gives how many were settled. Safe to run twice.
 */
export async function recoverAcceptances(deps: AcceptDependencies): Promise<number> {
  const { db, logger } = deps;
  let settled = 0;
  for (const acceptance of await acceptances.abandonedAcceptances(db.executor, ABANDONED_SECONDS)) {
    const { commandKey, invitationId } = acceptance;
    try {
      await acceptances.noteTry(db.executor, commandKey);
      await settle(deps, acceptance);
      settled += 1;
    } catch (err) {
      logger.error({ err, invitation_id: invitationId }, 'an acceptance that was left alone could not be settled; it is tried again');
    }
  }
  await acceptances.forgetCompleted(db.executor);
  return settled;
}

/**
 * A refused one is undone. Of the others auth says what became of the user: when there is one, the link follows; when there is none, nothing
 * happened and the intent goes.
 */
async function settle(deps: AcceptDependencies, acceptance: acceptances.Acceptance): Promise<void> {
  const { db, invitedUsers, logger } = deps;
  const { commandKey, invitationId, refusedAt } = acceptance;
  if (refusedAt !== null) return undoRefused(deps, commandKey);
  const { userId } = await invitedUsers.FindInvitedUser({ commandKey: authCommand(commandKey) }, DEADLINE);
  if (userId === undefined) return acceptances.dropAcceptance(db.executor, commandKey);
  try {
    await linkInvited(deps, acceptance, userId);
  } catch (error) {
    // It was accepted by somebody else, or cancelled, meanwhile: that stands.
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    logger.warn({ invitation_id: invitationId, code: error.code }, 'an acceptance that was left alone could not be completed');
  }
}
