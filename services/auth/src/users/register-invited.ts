import { Failure } from '@app/contract/failure';
import type { Proving } from '../passwords/prove.ts';
import { provePassword } from '../passwords/prove.ts';
import { createUser, hashNewPassword } from './create.ts';
import { findCommand, findCredentialsByEmail, findUser, insertCommand } from './store.ts';
import type { Language, User } from './user.ts';

export interface InvitedPerson {
  /** One per acceptance; a repeat finds the same user. */
  readonly commandKey: string;
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
}

/**
 * Makes the user of an accepted invitation, or finds the one the address belongs to by its password (document 3, Invitations). The address is
 * verified: the invitation reached it.
 * @throws Failure 400 `user.weak_password` for a new user, `user.invalid_password` for an existing one
 */
export async function registerInvitedUser(deps: Proving, person: InvitedPerson): Promise<{ readonly user: User; readonly created: boolean }> {
  const { db, clock, passwords } = deps;
  const { commandKey, email, password } = person;
  const done = await findCommand(db, commandKey);
  if (done) return { user: (await findUser(db, done.userId))!, created: done.created };
  if (await findCredentialsByEmail(db, email)) {
    const user = await provePassword(deps, email, password);
    if (!user) throw new Failure('user.invalid_password', 400, 'The password is not the one of the existing user');
    await db.write((tx) => insertCommand(tx, commandKey, { userId: user.id, created: false }, new Date(clock.millis())));
    return { user, created: false };
  }
  const passwordHash = await hashNewPassword(passwords, password, email, 'user.weak_password');
  return db.write(async (tx) => {
    const { firstName, lastName, language } = person;
    const user = await createUser(tx, clock, { email, emailVerified: true, firstName, lastName, language }, passwordHash);
    await insertCommand(tx, commandKey, { userId: user.id, created: true }, new Date(clock.millis()));
    return { user, created: true };
  });
}
