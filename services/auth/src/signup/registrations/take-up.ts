import { emailKey } from '../../users/email.ts';
import { findCredentialsById } from '../../users/store.ts';
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
    if (!(await deps.passwords.verify(reserved?.passwordHash ?? null, password))) throw incorrectPassword();
  }
  if (!(await claimRegistration(deps.db, begun.commandKey))) throw invalidToken();
  return begun;
}
