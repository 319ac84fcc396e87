import { Failure } from '@app/contract';
import type { Logger } from '@app/runtime';
import { type AcceptDependencies, authCommand, linkInvited } from './accept.ts';
import * as acceptances from './acceptance-store.ts';

/** Longer than a request and the call inside it live. */
const ABANDONED_SECONDS = 60;

/**
 * The job `invitation-recovery`: acceptances that nobody works on any more are carried to their end. Auth says what became of the user: when
 * there is one, the link follows; when there is none, nothing happened and the intent goes. Gives how many were settled. Safe to run twice.
 */
export async function recoverAcceptances(dependencies: AcceptDependencies & { readonly logger: Logger }): Promise<number> {
  const { db, invitedUsers, logger } = dependencies;
  let settled = 0;
  for (const acceptance of await acceptances.abandonedAcceptances(db.executor, ABANDONED_SECONDS)) {
    const { commandKey, invitationId } = acceptance;
    const { userId } = await invitedUsers.FindInvitedUser({ commandKey: authCommand(commandKey) });
    if (userId === undefined) await acceptances.dropAcceptance(db.executor, commandKey);
    else await linkInvited(dependencies, acceptance, userId).catch(explain(logger, invitationId));
    settled += 1;
  }
  await acceptances.forgetCompleted(db.executor);
  return settled;
}

/** It was accepted by somebody else, or cancelled, meanwhile: that stands. */
const explain =
  (logger: Logger, invitationId: number) =>
  (error: unknown): void => {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    logger.warn({ invitation_id: invitationId, code: error.code }, 'an acceptance that was left alone could not be completed');
  };
