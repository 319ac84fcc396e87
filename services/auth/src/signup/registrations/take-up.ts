import { emailKey } from '../../users/email.ts';
import { findCredentialsById, keepProven, type Proven } from '../../users/store.ts';
import type { Completion } from '../complete.ts';
import type { SignupDeps } from '../deps.ts';
import { requireCredentials } from '../entrant.ts';
import { identityTaken, incorrectPassword, invalidToken } from '../failures.ts';
import { claimRegistration, type Registration } from './store.ts';

/**
 * Continues a completion of the same session that was begun and not finished: the person sends the form again after `organisation` could
 * not be asked. What was reserved stays, so the same must be sent.
 * @throws Failure 400 `signup.invalid_token` when it is finished or somebody drives it, or another organization is meant,
 * `signup.identity_already_registered` for another address, `signup.incorrect_password`
 */
export async function takeUp(deps: SignupDeps, begun: Registration, completion: Completion, organizationId: number): Promise<Registration> {
  if (begun.clientAccountId !== null || begun.organizationId !== organizationId) throw invalidToken();
  if (begun.isNewUser || begun.hasNewLink) {
    const { email, password } = requireCredentials(completion);
    const reserved = await findCredentialsById(deps.db, begun.userId);
    if (reserved?.user.email && emailKey(reserved.user.email) !== emailKey(email)) throw identityTaken();
    const passwordHash = reserved?.passwordHash ?? null;
    if (!(await deps.passwords.verify(passwordHash, password)) || !reserved || passwordHash === null) throw incorrectPassword();
    // A user made for this signup cannot change its password before it is let in.
    if (!begun.isNewUser) return claimProven(deps, begun, { user: reserved.user, passwordHash });
  }
  if (!(await claimRegistration(deps.db, begun.commandKey))) throw invalidToken();
  return begun;
}

/** Goes on only when the password was not changed while it was compared. */
async function claimProven({ db }: SignupDeps, begun: Registration, proven: Proven): Promise<Registration> {
  return db.write(async (tx) => {
    if (!(await keepProven(tx, proven))) throw incorrectPassword();
    if (!(await claimRegistration({ executor: tx }, begun.commandKey))) throw invalidToken();
    return begun;
  });
}
