import { Failure, invalid } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { provePassword } from '../passwords/prove.ts';
import { startRefreshSession } from '../sessions/session.ts';
import { digestOf } from '../tokens/opaque.ts';
import { hashNewPassword } from '../users/create.ts';
import { emailKey, isEmail } from '../users/email.ts';
import { userChanged } from '../users/events.ts';
import { findCredentialsByEmail, findUser, findUserByIdentity, insertIdentityLink, insertUser, updateUser } from '../users/store.ts';
import type { Language, User } from '../users/user.ts';
import { keptTouches } from './attribution.ts';
import type { SignupDeps } from './deps.ts';
import {
  deleteSession,
  findRegistration,
  findSessionByToken,
  finishRegistration,
  insertRegistration,
  insertTouches,
  type Registration,
  removeRegistration,
  type SignupSession,
} from './store.ts';

export interface Completion {
  readonly commandKey: string;
  readonly signupToken: unknown;
  readonly organizationId: unknown;
  readonly email: unknown;
  readonly password: unknown;
  readonly consent: unknown;
  readonly attribution: unknown;
  readonly language: Language;
}

/** Who the signup is for, once every rule has been asked. */
type Entrant =
  | { readonly kind: 'known'; readonly userId: number }
  | { readonly kind: 'linked'; readonly userId: number }
  | { readonly kind: 'new'; readonly email: string; readonly passwordHash: string };

const refused = (code: string, message: string, field?: string): Failure => invalid(message, field ? [{ field, message }] : undefined, `signup.${code}`);

const invalidToken = (): Failure => refused('invalid_token', 'The signup token is unknown, used or older than 15 minutes; start again', 'signup_token');

/**
 * Step 4: makes the user, or finds the one that is there, and with it the client account of the organization.
 *
 * Two services take part, so the intent is stored first: user (inactive) and identity link are reserved, then `organisation` makes the client
 * account under the command key, then the user is let in. A completion whose process dies in between is driven on by `resumeSignups`.
 * @throws Failure 400 `signup.*`
 */
export async function completeSignup(deps: SignupDeps, completion: Completion): Promise<{ readonly user: User; readonly isNewUser: boolean; readonly refreshToken: string }> {
  const { db } = deps;
  const { signupToken, organizationId } = requireFields(completion);
  const tokenDigest = digestOf(signupToken);
  // The same request again after its process died, or after the answer was lost.
  const before = await findRegistration(db, completion.commandKey, tokenDigest);
  const registration = before ?? (await register(deps, completion, tokenDigest, organizationId));
  if (!registration.isDone) await finishSignup(deps, registration);
  const user = (await findUser(db, registration.userId))!;
  const refreshToken = await db.write((tx) => startRefreshSession(tx, deps.clock, user.id));
  return { user, isNewUser: registration.isNewUser, refreshToken };
}

function requireFields({ signupToken, organizationId }: Completion): { readonly signupToken: string; readonly organizationId: number } {
  const missing = [
    ...(typeof signupToken === 'string' && signupToken !== '' ? [] : ['signup_token']),
    ...(Number.isSafeInteger(Number(organizationId)) && Number(organizationId) > 0 && typeof organizationId !== 'boolean' ? [] : ['organization_id']),
  ];
  if (missing.length > 0) throw missingFields(missing);
  return { signupToken: signupToken as string, organizationId: Number(organizationId) };
}

const missingFields = (fields: readonly string[]): Failure =>
  invalid(`Missing: ${fields.join(', ')}`, fields.map((field) => ({ field, message: 'is required' })), 'signup.missing_fields');

async function register(deps: SignupDeps, completion: Completion, tokenDigest: Buffer, organizationId: number): Promise<Registration> {
  const { db, clock } = deps;
  const session = await findSessionByToken(db, tokenDigest, clock.millis());
  if (!session) throw invalidToken();
  const organization = session.organizations.find(({ id }) => id === organizationId);
  if (!organization) throw refused('organization_not_authorized', `Organization ${organizationId} is none of those you may act for`, 'organization_id');
  const { organizations } = await deps.registrations.StoreOrganizations({
    organizations: [{ organizationNumber: organization.organization_number, name: organization.name }],
  });
  if (organizations[0]?.alreadyRegistered) throw alreadyRegistered();
  const entrant = await entrantOf(deps, completion, session);
  return reserve(deps, completion, session, { tokenDigest, organizationId, entrant });
}

const alreadyRegistered = (): Failure => refused('organization_already_registered', 'The organization has a client account already; ask its owner for an invitation', 'organization_id');

async function entrantOf(deps: SignupDeps, { email, password }: Completion, session: SignupSession): Promise<Entrant> {
  const { db } = deps;
  // The e-mail sent by a user known by identity is ignored (document 4 section 22.5).
  if (session.knownUserId !== null) {
    const known = await findUser(db, session.knownUserId);
    if (!known?.isActive) throw refused('identity_already_registered', 'The user of this identity is not active');
    return { kind: 'known', userId: known.id };
  }
  const missing = [...(typeof email === 'string' && email.trim() !== '' ? [] : ['email']), ...(typeof password === 'string' && password !== '' ? [] : ['password'])];
  if (missing.length > 0) throw missingFields(missing);
  const [address, secret] = [(email as string).trim(), password as string];
  if (!isEmail(address)) throw refused('invalid_email', 'The e-mail address is not valid', 'email');
  const linked = await findUserByIdentity(db, 'idp', session.identity.digest);
  if (linked) {
    if (linked.email !== null && emailKey(linked.email) === emailKey(address) && linked.isActive) return { kind: 'known', userId: linked.id };
    throw identityTaken();
  }
  const owner = await findCredentialsByEmail(db, address);
  if (owner?.user.hasIdentityLink) throw refused('email_linked_to_other_identity', 'The e-mail address belongs to a user with another identity', 'email');
  if (owner) {
    const user = await provePassword(deps, address, secret);
    if (!user) throw refused('incorrect_password', 'The e-mail address belongs to a user, and the password is not theirs', 'password');
    return { kind: 'linked', userId: user.id };
  }
  return { kind: 'new', email: address, passwordHash: await hashNewPassword(deps.passwords, secret, address, 'signup.weak_password') };
}

const identityTaken = (): Failure => refused('identity_already_registered', 'This identity belongs to a user with another e-mail address');

/** Stores the intent: whoever comes second, for the session, the address or the identity, is refused here and leaves nothing. */
async function reserve(
  deps: SignupDeps,
  completion: Completion,
  session: SignupSession,
  { tokenDigest, organizationId, entrant }: { readonly tokenDigest: Buffer; readonly organizationId: number; readonly entrant: Entrant },
): Promise<Registration> {
  const { clock } = deps;
  const now = new Date(clock.millis());
  const touches = keptTouches(completion.consent, completion.attribution, clock.millis());
  return deps.db.write(async (tx) => {
    const userId = entrant.kind === 'new' ? await insertInactiveUser() : entrant.userId;
    const hasNewLink = entrant.kind !== 'known';
    if (hasNewLink && !(await insertIdentityLink(tx, { provider: 'idp', ...session.identity, userId }, now))) throw identityTaken();
    const registration = { commandKey: completion.commandKey, tokenDigest, userId, organizationId, isNewUser: entrant.kind === 'new', hasNewLink, touches };
    if (!(await insertRegistration(tx, registration, clock.millis()))) throw invalidToken();
    return { ...registration, isDone: false };

    async function insertInactiveUser(): Promise<number> {
      const { email, passwordHash } = entrant as Extract<Entrant, { kind: 'new' }>;
      const person = { email, emailVerified: false, passwordHash, firstName: session.givenName, lastName: session.familyName, language: completion.language };
      const user = await insertUser(tx, person, now).catch((error: unknown) => {
        if (error instanceof Failure) throw refused('email_linked_to_other_identity', 'The e-mail address was taken a moment ago', 'email');
        throw error;
      });
      await updateUser(tx, user.id, { isActive: false }, now);
      return user.id;
    }
  });
}

/**
 * Drives a stored completion to its end. May be called again, and by several at once: the command key makes one client account, one
 * transaction lets the user in.
 * @throws Failure 400 `signup.organization_already_registered`, after which nothing is left of the completion
 */
export async function finishSignup(deps: SignupDeps, registration: Registration): Promise<void> {
  const { db, clock, registrations } = deps;
  const { commandKey, userId, organizationId, tokenDigest, touches } = registration;
  const { clientAccountId } = await registrations.RegisterFromSignup({ commandKey, userId, organizationId }).catch(async (error: unknown) => {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    await db.write((tx) => removeRegistration(tx, registration));
    throw error.code.startsWith('signup.') ? error : alreadyRegistered();
  });
  const now = new Date(clock.millis());
  await db.write(async (tx) => {
    if (!(await finishRegistration(tx, commandKey, clientAccountId))) return;
    const user = await updateUser(tx, userId, registration.isNewUser ? { isActive: true } : {}, now);
    if (user && registration.isNewUser) await appendToOutbox(tx, userChanged(user));
    await deleteSession(tx, tokenDigest);
  });
  // Attribution never fails a signup (document 1, attribution rule 5).
  await insertTouches(db, userId, touches, clock.millis()).catch((error: unknown) => deps.logger.warn({ err: error }, 'marketing touches were not stored'));
}
