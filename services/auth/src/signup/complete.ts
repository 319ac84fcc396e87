import { Id } from '@app/api/scalars';
import { record } from '@app/audit';
import { type FieldFault, invalid } from '@app/contract/failure';
import type { Begin, Tx } from '@app/db';
import { digestOf } from '../credentials/opaque.ts';
import type { User } from '../credentials/user.ts';
import { findUser, recordLogin } from '../credentials/user-store.ts';
import { resolveApplicant } from './applicant.ts';
import { keptTouches } from './attribution.ts';
import type { Completion } from './completion.ts';
import type { SignupDeps } from './deps.ts';
import { alreadyRegistered, identityNotActive, invalidToken, missingFields, notAuthorized } from './failures.ts';
import type { Registration, RegistrationIntent, RegistrationResult } from './registrations/registration.ts';
import { reserve } from './registrations/reserve.ts';
import { resume } from './registrations/resume.ts';
import { findSessionByToken } from './store.ts';

export interface CompletedSignup {
  readonly user: User;
  readonly isNewUser: boolean;
  readonly clientAccountId: number;
}

/**
 * Step 4: makes the user, or finds the one that is there, and with it the client account of the organization.
 *
 * Two services take part: user (inactive) and identity link are reserved with the intent, then `organisation` makes the
 * client account, then the user is activated. A completion whose process dies in between is driven on by the recovery,
 * or by the person who sends it again.
 * @throws Failure 400 `signup.*`, 503 when `organisation` cannot be asked; sending the same again continues then
 */
export async function completeSignup(deps: SignupDeps, completion: Completion): Promise<CompletedSignup> {
  const { signupToken, organizationId } = requireFields(completion);
  const tokenDigest = digestOf(signupToken);
  const { result } = await deps.signUps.run(
    completion.commandKey,
    (begin) => registrationFor(deps, completion, { tokenDigest, organizationId, begin }),
    undefined,
  );
  const user = await findUser(deps.db, result.userId);
  if (!user?.isActive) throw identityNotActive();
  return { user, isNewUser: result.isNewUser, clientAccountId: result.clientAccountId };
}

/**
 * Logs the person in who has just completed a signup, whose identity says who it is: begins the session, in one
 * transaction with the question whether the user is active still.
 * @throws Failure 400 `signup.identity_already_registered`
 */
export async function logInAfterSignup<T>(
  { db, clock }: SignupDeps,
  userId: number,
  begin: (tx: Tx) => Promise<T>,
): Promise<{ readonly user: User; readonly begun: T }> {
  return db.write(async (tx) => {
    const user = await recordLogin(tx, userId, new Date(clock.millis()));
    if (!user) throw identityNotActive();
    await record(tx, { kind: 'sign_in', userId });
    return { user, begun: await begin(tx) };
  });
}

function requireFields({ signupToken, organizationId }: Completion): {
  readonly signupToken: string;
  readonly organizationId: number;
} {
  const missing = [
    ...(typeof signupToken === 'string' && signupToken !== '' ? [] : ['signup_token']),
    ...(organizationId === undefined || organizationId === null || organizationId === '' ? ['organization_id'] : []),
  ];
  if (missing.length > 0) throw missingFields(missing);
  const id = Id.safeParse(organizationId);
  if (id.success) return { signupToken: signupToken as string, organizationId: id.data };
  const fault: FieldFault = { field: 'organization_id', message: 'must be a positive integer' };
  throw invalid(`"organization_id" ${fault.message}: the id of one of the organizations that the exchange listed`, [
    fault,
  ]);
}

interface Wanted {
  readonly tokenDigest: Buffer;
  readonly organizationId: number;
  readonly begin: Begin<RegistrationIntent, RegistrationResult>;
}

/** Begins the completion of a session, or goes on with one that was begun under another key. */
async function registrationFor(deps: SignupDeps, completion: Completion, wanted: Wanted): Promise<Registration> {
  const { db, clock, signUps } = deps;
  const { tokenDigest, organizationId } = wanted;
  const session = await findSessionByToken(db, tokenDigest, clock.millis());
  if (!session) throw invalidToken();
  const organization = session.organizations.find(({ id }) => id === organizationId);
  if (!organization) throw notAuthorized(organizationId);
  const begun = await signUps.find({ subject: tokenDigest.toString('hex') });
  if (begun) return resume(deps, begun, completion, organizationId);
  const { organizations } = await deps.registrations.StoreOrganizations({
    organizations: [{ organizationNumber: organization.organization_number, name: organization.name }],
  });
  if (organizations[0]?.alreadyRegistered) throw alreadyRegistered();
  const applicant = await resolveApplicant(deps, completion, session);
  const touches = keptTouches(completion.consent, completion.attribution, clock.millis());
  return reserve(deps, session, applicant, { ...wanted, touches, language: completion.language });
}
