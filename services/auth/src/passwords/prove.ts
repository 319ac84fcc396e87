import type { Database } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { type Credentials, findCredentialsByEmail, findCredentialsById } from '../users/store.ts';
import { isReserved, type User } from '../users/user.ts';
import { settleAttempt } from './attempts.ts';
import type { PasswordHasher } from './password-hash.ts';

export interface Proving {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * The active user whom address and password prove, or undefined. Unknown address, wrong password, deactivated user and lock are not to
 * be told apart: the same work is done and the same nothing comes back.
 */
export async function provePassword(deps: Proving, email: string, password: string): Promise<User | undefined> {
  return prove(deps, await findCredentialsByEmail(deps.db, email), email, password);
}

/** The same for a user who is known already, such as the caller of a password change. */
export async function proveOwnPassword(deps: Proving, userId: number, password: string): Promise<User | undefined> {
  const found = await findCredentialsById(deps.db, userId);
  return found?.user.email ? prove(deps, found, found.user.email, password) : undefined;
}

async function prove(deps: Proving, found: Credentials | undefined, email: string, password: string): Promise<User | undefined> {
  const matches = await deps.passwords.verify(found?.passwordHash ?? null, password);
  const isRight = matches && found?.user.isActive === true && !isReserved(found.user.id);
  const { isAccepted, isLocked } = await settleAttempt(deps.db, deps.clock, email, isRight);
  if (isLocked)
    deps.logger.warn({ audit: 'password_locked', user: found?.user.id }, 'a password was refused: too many failures for the address');
  return isAccepted ? found?.user : undefined;
}
