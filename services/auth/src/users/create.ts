import { invalid } from '@app/contract/failure';
import { appendToOutbox, type Tx } from '@app/db';
import type { Clock, Language } from '@app/runtime';
import { userChanged } from '../credentials/events.ts';
import type { User } from '../credentials/user.ts';
import { insertUser } from '../credentials/user-store.ts';
import type { PasswordHasher } from '../passwords/password-hash.ts';
import { passwordFault } from '../passwords/password-rule.ts';

export interface NewPerson {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
}

/**
 * Hashes the password of a new user: done before the transaction, since it takes tens of milliseconds.
 * @throws Failure 400 `weakCode` when the password rule refuses it
 */
export async function hashNewPassword(
  passwords: PasswordHasher,
  password: string,
  email: string,
  weakCode: string,
): Promise<string> {
  const fault = passwordFault(password, email);
  if (fault) throw invalid(fault, [{ field: 'password', message: fault }], weakCode);
  return passwords.hash(password);
}

/**
 * Stores a new user and says so, within the caller's transaction.
 * @throws Failure 409 `user.email_taken`
 */
export async function createUser(tx: Tx, clock: Clock, person: NewPerson, passwordHash: string): Promise<User> {
  const user = await insertUser(tx, { ...person, passwordHash }, new Date(clock.millis()));
  await appendToOutbox(tx, userChanged(user));
  return user;
}
