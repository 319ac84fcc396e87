import { isEmailAddress } from '@app/api/email-address';
import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { type StandingDirectory, withStandings } from '../tenancy/standings.ts';
import { type Acceptance, type InvitedPerson, type InvitedUsers, type RegisteredUser, register } from './acceptance.ts';
import {
  assertAcceptable,
  assertContract,
  assertInvited,
  type Invitation,
  invalidEmail,
  unknownToken,
} from './invitation.ts';
import { assertStillGiven } from './link.ts';
import * as store from './store.ts';
import { tokenDigest } from './token.ts';

export type { RegisteredUser } from './acceptance.ts';

/** Values of `Set-Cookie` that begin the person's session; the second is empty from an auth of an earlier release. */
export const cookiesOf = ({
  refreshCookie,
  sessionCookie,
}: Pick<RegisteredUser, 'refreshCookie' | 'sessionCookie'>): readonly string[] =>
  [refreshCookie, sessionCookie].filter((cookie) => cookie !== '');

export interface AcceptDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly users: StandingDirectory;
  readonly invitedUsers: InvitedUsers;
  readonly acceptance: Acceptance;
}

export interface AcceptRequest extends InvitedPerson {
  readonly token: string;
  /** The same for every try of one keyed request, which has the same body and so the same password. */
  readonly commandKey: string;
}

/**
 * Accepts an invitation: it is checked, the intent is stored, and the use case over auth is driven to its end. Of two
 * at the same moment one wins, the other is 409.
 * @throws Failure 400, 403, 404, 409, 410, 503
 */
export async function acceptInvitation(
  deps: AcceptDependencies,
  { token, commandKey, ...person }: AcceptRequest,
): Promise<{ readonly invitation: Invitation; readonly registered: RegisteredUser }> {
  const { db } = deps;
  if (!isEmailAddress(person.email)) throw invalidEmail();
  const invitation = await store.findByDigest(db.executor, tokenDigest(token));
  if (!invitation) throw unknownToken('invitation.invalid_token');
  // Under the address the mail reached, in the letters it was invited by.
  const invited = { ...person, email: invitation.email };
  const { said } = await deps.acceptance.run(
    commandKey,
    async (begin) => {
      const startedAt = await assertMayAccept(deps, invitation, person.email);
      const { id: invitationId, clientAccountId } = invitation;
      return db.write((tx) => begin(tx, { intent: { invitationId, startedAt }, clientAccountId }));
    },
    invited,
  );
  // What had ended before has no session for this answer yet.
  const { registered } = said?.registered
    ? { registered: said.registered }
    : await register(deps.invitedUsers, commandKey, invited);
  return { invitation: (await store.findInvitation(db.executor, invitation.id))!, registered };
}

/**
 * Everything that can be said before auth is asked. Gives the moment that counts from here on. @throws Failure 403,
 * 409, 410, 503
 */
async function assertMayAccept(
  { db, clock, users }: AcceptDependencies,
  invitation: Invitation,
  email: string,
): Promise<Date> {
  const startedAt = new Date(clock.millis());
  assertAcceptable(invitation, startedAt);
  assertInvited(invitation, email);
  assertContract(invitation);
  await withStandings(users, (standings) => assertStillGiven(db.executor, standings, clock.today(), invitation));
  return startedAt;
}
