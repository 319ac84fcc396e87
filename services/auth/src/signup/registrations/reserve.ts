import { Failure } from '@app/contract/failure';
import type { Begin, Tx } from '@app/db';
import type { Language } from '@app/runtime';
import {
  findUserByIdentity,
  insertIdentityLink,
  insertUser,
  keepProven,
  updateUser,
} from '../../credentials/user-store.ts';
import type { Applicant } from '../applicant.ts';
import type { SignupDeps } from '../deps.ts';
import { emailLinkedToOther, identityTaken, incorrectPassword, invalidToken } from '../failures.ts';
import type { IdentityDigest } from '../identity-digest.ts';
import { lockSession, type SignupSession } from '../store.ts';
import type { Registration, RegistrationIntent, RegistrationResult } from './registration.ts';
import { hasRetiredRegistration } from './retired.ts';

interface Wanted extends Pick<RegistrationIntent, 'organizationId' | 'touches'> {
  readonly tokenDigest: Buffer;
  readonly language: Language;
  /** Stores the intent. */
  readonly begin: Begin<RegistrationIntent, RegistrationResult>;
}

/**
 * Stores the intent of a completion in one transaction: a new user (inactive), the link of the identity, the
 * registration. Whoever comes second, for the session, the address or the identity, is refused here and leaves nothing.
 * @throws Failure 400 `signup.invalid_token`, `signup.incorrect_password`, `signup.email_linked_to_other_identity`,
 * `signup.identity_already_registered`
 */
export async function reserve(
  deps: SignupDeps,
  session: SignupSession,
  applicant: Applicant,
  wanted: Wanted,
): Promise<Registration> {
  const now = new Date(deps.clock.millis());
  const { tokenDigest, organizationId, touches, language } = wanted;
  return deps.db.write(async (tx) => {
    const identity = await claimSession(tx, deps, tokenDigest);
    // From the link on the identity proves who the person is, so it is not made with a password that was changed while
    // it was compared.
    if (applicant.kind === 'linked' && !(await keepProven(tx, applicant.proven))) throw incorrectPassword();
    const userId =
      applicant.kind === 'new' ? await insertInactive(tx, session, applicant, language, now) : applicant.userId;
    const hasNewLink = applicant.kind !== 'known';
    if (hasNewLink && !(await insertIdentityLink(tx, { provider: 'idp', ...identity, userId }, now)))
      throw (await findUserByIdentity(deps.db, 'idp', identity.digest)) ? identityTaken() : emailLinkedToOther();
    const isNewUser = applicant.kind === 'new';
    const subject = tokenDigest.toString('hex');
    const intent = { userId, organizationId, isNewUser, hasNewLink, touches, tokenDigest: subject, begunAt: now };
    return wanted.begin(tx, { intent, subject });
  });
}

/**
 * Makes those who complete one session wait for each other. @throws Failure 400 when it is gone or has a completion
 * already
 */
async function claimSession(tx: Tx, { signUps }: SignupDeps, tokenDigest: Buffer): Promise<IdentityDigest> {
  const identity = await lockSession(tx, tokenDigest);
  if (!identity) throw invalidToken();
  // Statements of their own: they see what was committed while the lock was waited for.
  const isClaimed = (await signUps.find({ subject: tokenDigest.toString('hex') }, tx)) !== undefined;
  if (isClaimed || (await hasRetiredRegistration(tx, tokenDigest))) throw invalidToken();
  return identity;
}

async function insertInactive(
  tx: Tx,
  { givenName, familyName }: SignupSession,
  { email, passwordHash }: Extract<Applicant, { kind: 'new' }>,
  language: Language,
  now: Date,
): Promise<number> {
  try {
    const person = { email, emailVerified: false, passwordHash, firstName: givenName, lastName: familyName, language };
    const { id } = await insertUser(tx, person, now);
    await updateUser(tx, id, { isActive: false }, now);
    return id;
  } catch (error) {
    // Somebody took the address a moment ago.
    throw error instanceof Failure ? emailLinkedToOther() : error;
  }
}
