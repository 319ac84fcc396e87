import type { Tx } from '@app/db';
import { digestOf } from '../credentials/opaque.ts';
import { logInAfterSignup } from './complete.ts';
import type { SignupDeps } from './deps.ts';
import { identityNotActive, invalidToken } from './failures.ts';
import { deleteSession, findSessionByToken, lockSession } from './store.ts';

/**
 * Logs a person in by the identity that they have just proven, without signing a company up: the user of that identity.
 * The token is used up.
 * @throws Failure 400 `signup.invalid_token` for a token that is used or too old,
 *   `signup.identity_already_registered` when the identity is nobody's or its user is not active
 */
export async function logInByIdentity<T>(
  deps: SignupDeps,
  signupToken: string,
  begin: (userId: number, tx: Tx) => Promise<T>,
): Promise<T> {
  const digest = digestOf(signupToken);
  const session = await findSessionByToken(deps.db, digest, deps.clock.millis());
  if (!session) throw invalidToken();
  const { knownUserId } = session;
  if (knownUserId === null) throw identityNotActive();
  const { begun } = await logInAfterSignup(deps, knownUserId, async (tx) => {
    if (!(await lockSession(tx, digest))) throw invalidToken();
    await deleteSession(tx, digest);
    return begin(knownUserId, tx);
  });
  return begun;
}
