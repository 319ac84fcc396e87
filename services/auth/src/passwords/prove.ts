import type { Database } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { type Credentials, findCredentialsById, listCredentialsByEmail } from '../users/store.ts';
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
  return prove(deps, await listCredentialsByEmail(deps.db, email), email, password);
}

/** The same for a user who is known already, such as the caller of a password change. */
export async function proveOwnPassword(deps: Proving, userId: number, password: string): Promise<User | undefined> {
  const found = await findCredentialsById(deps.db, userId);
  // Who lost an address that was never proven still has a password.
  return found && prove(deps, [found], found.user.email ?? `user ${userId}`, password);
}

async function prove(deps: Proving, holders: readonly Credentials[], email: string, password: string): Promise<User | undefined> {
  const { found, matches } = await compare(deps.passwords, holders, password);
  const isRight = matches && found?.user.isActive === true && !isReserved(found.user.id);
  const { isAccepted, isLocked } = await settleAttempt(deps.db, deps.clock, email, isRight);
  if (isLocked)
    deps.logger.warn({ audit: 'password_locked', user: found?.user.id }, 'a password was refused: too many failures for the address');
  return isAccepted ? found?.user : undefined;
}

/** Several only where nobody has proven the address: then the password says which of them it is. */
async function compare(passwords: PasswordHasher, [first, ...others]: readonly Credentials[], password: string) {
  if (await passwords.verify(first?.passwordHash ?? null, password)) return { found: first, matches: true };
  for (const other of others) if (await passwords.verify(other.passwordHash, password)) return { found: other, matches: true };
  return { found: first, matches: false };
}
