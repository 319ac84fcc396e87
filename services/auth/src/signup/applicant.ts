import { emailKey, isEmailAddress } from '@app/api/email-address';
import { invalid } from '@app/contract/failure';
import { findProvenCredentials, findUser, findUserByIdentity, type Proven } from '../credentials/user-store.ts';
import { passwordFault } from '../passwords/password-rule.ts';
import { provePassword } from '../passwords/prove.ts';
import type { Completion } from './completion.ts';
import type { SignupDeps } from './deps.ts';
import {
  emailLinkedToOther,
  identityNotActive,
  identityTaken,
  incorrectPassword,
  invalidEmail,
  missingFields,
} from './failures.ts';
import type { SignupSession } from './store.ts';

/** Who the signup is for, once every rule has been asked. */
export type Applicant =
  /** A user of this identity. */
  | { readonly kind: 'known'; readonly userId: number }
  /** A user without an identity so far, whose password was right. */
  | { readonly kind: 'linked'; readonly userId: number; readonly proven: Proven }
  | { readonly kind: 'new'; readonly email: string; readonly passwordHash: string };

/**
 * Asks the rules about the person, in this order: address and password there, address well formed, password strong,
 * address free of another identity, password right, identity free of another address.
 * @throws Failure 400 `signup.*`
 */
export async function resolveApplicant(
  deps: SignupDeps,
  completion: Completion,
  session: SignupSession,
): Promise<Applicant> {
  const { db } = deps;
  // The e-mail sent by a user known by identity is ignored (SGN-R25).
  if (session.knownUserId !== null) {
    const known = await findUser(db, session.knownUserId);
    if (!known?.isActive) throw identityNotActive();
    return { kind: 'known', userId: known.id };
  }
  const { email, password } = requireCredentials(completion);
  // Who only named the address without proving it blocks nobody (PPL-R02).
  const [owner, holder] = [
    await findProvenCredentials(db, email),
    await findUserByIdentity(db, 'idp', session.identity.digest),
  ];
  // Linked since the code was exchanged, by another signup of the same person.
  if (holder?.isActive && holder.email !== null && emailKey(holder.email) === emailKey(email))
    return { kind: 'known', userId: holder.id };
  const fault = owner ? undefined : passwordFault(password, email);
  if (fault) throw invalid(fault, [{ field: 'password', message: fault }], 'signup.weak_password');
  if (owner?.user.hasIdentityLink) throw emailLinkedToOther();
  const proven = owner && (await provePassword(deps, email, password, completion.asker));
  if (owner && !proven) throw incorrectPassword();
  if (holder) throw identityTaken();
  if (proven) return { kind: 'linked', userId: proven.user.id, proven };
  return { kind: 'new', email, passwordHash: await deps.passwords.hash(password) };
}

/** @throws Failure 400 `signup.missing_fields`, `signup.invalid_email` */
export function requireCredentials({ email, password }: Completion): {
  readonly email: string;
  readonly password: string;
} {
  const address = typeof email === 'string' ? email.trim() : '';
  const secret = typeof password === 'string' ? password : '';
  const missing = [...(address === '' ? ['email'] : []), ...(secret === '' ? ['password'] : [])];
  if (missing.length > 0) throw missingFields(missing);
  if (!isEmailAddress(address)) throw invalidEmail();
  return { email: address, password: secret };
}
