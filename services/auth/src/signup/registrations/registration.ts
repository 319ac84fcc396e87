import { Failure } from '@app/contract/failure';
import { appendToOutbox, defineUseCase, finalRefusal, type Run, type Tx } from '@app/db';
import type { ClientOf, Organisation } from '@app/rpc';
import { z } from 'zod';
import { userChanged } from '../../credentials/events.ts';
import { deleteIdentityLink, deleteInactiveUser, updateUser } from '../../credentials/user-store.ts';
import type { AuthDeps } from '../../deps.ts';
import { mailVerification } from '../../email-verification/request.ts';
import type { Touch } from '../attribution.ts';
import { notAuthorized } from '../failures.ts';
import { deleteSession } from '../store.ts';
import { adoptRegistrations } from './retired.ts';
import { storeTouches } from './touches.ts';

export interface RegistrationDeps extends AuthDeps {
  readonly registrations: Pick<ClientOf<typeof Organisation>, 'StoreOrganizations' | 'RegisterFromSignup'>;
}

const common = { userId: z.int(), organizationId: z.int(), isNewUser: z.boolean(), begunAt: z.coerce.date() };

/** A completion under way, with what was reserved for it. */
const Intent = z.object({
  ...common,
  /** Of the session, in hexadecimal. */
  tokenDigest: z.string(),
  /** Was the identity linked for this signup? */
  hasNewLink: z.boolean(),
  touches: z.array(z.custom<Touch>()).readonly(),
});
export type RegistrationIntent = z.output<typeof Intent>;

const Result = z.object({ ...common, clientAccountId: z.int() });

/**
 * The completion of a signup: `organisation` makes the client account or gives the one that is not proven, then the
 * user is activated in one transaction. Once per session, which is its subject. When it is refused, the user and the
 * link that were made for it go.
 */
export const defineSignUps = (deps: RegistrationDeps) =>
  defineUseCase(deps, {
    name: 'sign_up',
    // It asks `organisation` once, which takes at most a few seconds.
    leaseSeconds: 15,
    intent: Intent,
    result: Result,
    call: async ({ commandKey, intent: { userId, organizationId } }) =>
      (await deps.registrations.RegisterFromSignup({ commandKey, userId, organizationId })).clientAccountId,
    refusalOf: (error, { intent }) => refusalOf(error, intent.organizationId),
    finish: ({ intent, said: clientAccountId, commit }) =>
      commit(async (tx) => {
        const { userId, organizationId, isNewUser, begunAt } = intent;
        if (isNewUser) await activateUser(tx, deps, userId);
        await deleteSession(tx, Buffer.from(intent.tokenDigest, 'hex'));
        await storeTouches(deps, userId, intent.touches);
        return { userId, organizationId, isNewUser, begunAt, clientAccountId };
      }),
    refuse: (tx, { intent }) => takeBack(tx, intent),
    adopt: (wanted) => adoptRegistrations(deps.db, wanted),
  });

export type SignUps = ReturnType<typeof defineSignUps>;
export type RegistrationResult = z.output<typeof Result>;
export type Registration = Run<RegistrationIntent, RegistrationResult>;

/** From now on the user is there; the address it named is proven when the link that is mailed to it is opened. */
async function activateUser(tx: Tx, deps: RegistrationDeps, userId: number): Promise<void> {
  const user = await updateUser(tx, userId, { isActive: true }, new Date(deps.clock.millis()));
  if (!user) return;
  await appendToOutbox(tx, userChanged(user));
  if (user.email !== null && !user.emailVerified) await mailVerification(tx, deps, user, user.email, null);
}

/** What was made for a completion that is refused. */
async function takeBack(tx: Tx, { userId, isNewUser, hasNewLink }: RegistrationIntent): Promise<void> {
  if (hasNewLink) await deleteIdentityLink(tx, userId);
  if (isNewUser) await deleteInactiveUser(tx, userId);
}

/**
 * A lost race (409) says nothing: the account may be there the next time. What is refused for another reason than we
 * know of is our fault.
 */
function refusalOf(error: unknown, organizationId: number): Failure | undefined {
  const refusal = finalRefusal(error);
  if (!refusal || refusal.status === 409) return undefined;
  if (refusal.code.startsWith('signup.')) return refusal;
  if (refusal.status === 404) return notAuthorized(organizationId);
  return new Failure('common.internal_error', 500, 'The signup could not be completed; nothing was stored', {
    cause: refusal,
  });
}
