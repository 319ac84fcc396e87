import { emailKey } from '@app/api/email-address';
import type { Executor } from '@app/db';
import { findCredentialsById, keepProven, type Proven } from '../../credentials/user-store.ts';
import { requireCredentials } from '../applicant.ts';
import type { Completion } from '../completion.ts';
import type { SignupDeps } from '../deps.ts';
import { identityTaken, incorrectPassword, invalidToken } from '../failures.ts';
import type { Registration } from './registration.ts';

/**
 * Continues a completion of the same session that was begun and not finished: the person sends the form again after
 * `organisation` could not be asked. What was reserved stays, so the same must be sent.
 * @throws Failure 400 `signup.invalid_token` when it is finished or somebody drives it, or another organization is
 * meant, `signup.identity_already_registered` for another address, `signup.incorrect_password`
 */
export async function resume(
  deps: SignupDeps,
  begun: Registration,
  completion: Completion,
  organizationId: number,
): Promise<Registration> {
  if (begun.state !== 'open' || begun.intent.organizationId !== organizationId) throw invalidToken();
  const { userId, isNewUser, hasNewLink } = begun.intent;
  if (isNewUser || hasNewLink) {
    const { email, password } = requireCredentials(completion);
    const reserved = await findCredentialsById(deps.db, userId);
    if (reserved?.user.email && emailKey(reserved.user.email) !== emailKey(email)) throw identityTaken();
    const passwordHash = reserved?.passwordHash ?? null;
    if (!(await deps.passwords.verify(passwordHash, password)) || !reserved || passwordHash === null)
      throw incorrectPassword();
    // A user made for this signup cannot change its password before it is activated.
    if (!isNewUser) return claimProven(deps, begun, { user: reserved.user, passwordHash });
  }
  return claim(deps, deps.db.executor, begun);
}

/** Goes on only when the password was not changed while it was compared. */
async function claimProven(deps: SignupDeps, begun: Registration, proven: Proven): Promise<Registration> {
  return deps.db.write(async (tx) => {
    if (!(await keepProven(tx, proven))) throw incorrectPassword();
    return claim(deps, tx, begun);
  });
}

async function claim({ signUps }: SignupDeps, ex: Executor, begun: Registration): Promise<Registration> {
  const claimed = await signUps.claim(ex, begun);
  if (!claimed) throw invalidToken();
  return claimed;
}
