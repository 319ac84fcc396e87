import { setTimeout as pause } from 'node:timers/promises';
import { shownName } from '@app/runtime';
import { digestOf } from '../../credentials/opaque.ts';
import type { User } from '../../credentials/user.ts';
import { findUser } from '../../credentials/user-store.ts';
import { membershipsOf } from '../../memberships/memberships.ts';
import type { SignupDeps } from '../deps.ts';
import { currentState, type OfferedOrganization } from '../exchange.ts';
import { findSessionByToken } from '../store.ts';

/** How long the second of two sends waits for the first, and how often it looks. */
const WAIT_MILLIS = 5_000;
const LOOK_MILLIS = 100;
/** As long as the token would have lived. */
const TOKEN_MILLIS = 15 * 60 * 1000;

/**
 * The user of a form that was sent before, by a second click or a reload: its signup is there, or will be in a moment.
 * Undefined when the token never completed anything, or is too old.
 */
export async function findOutcome(
  { db, clock, signUps }: SignupDeps,
  signupToken: string,
): Promise<{ readonly user: User; readonly clientAccountId: number } | undefined> {
  const until = performance.now() + WAIT_MILLIS;
  for (;;) {
    const registration = await signUps.find({ subject: digestOf(signupToken).toString('hex') });
    if (registration?.state !== 'open' && registration?.state !== 'done') return undefined;
    const { begunAt, userId } = registration.state === 'done' ? registration.result : registration.intent;
    if (begunAt.getTime() < clock.millis() - TOKEN_MILLIS) return undefined;
    if (registration.state === 'done') {
      const user = await findUser(db, userId);
      return user && { user, clientAccountId: registration.result.clientAccountId };
    }
    if (performance.now() > until) return undefined;
    await pause(LOOK_MILLIS);
  }
}

/** The name of the new client account; undefined while it cannot be asked for. */
export async function companyName(
  { organisation, logger }: SignupDeps,
  userId: number,
  clientAccountId: number,
): Promise<string | undefined> {
  try {
    const { accounts } = await membershipsOf(organisation, userId);
    const link = accounts.find(({ account }) => account.id === clientAccountId);
    return link && shownName(link.account.display_name);
  } catch (error) {
    logger.warn({ err: error }, 'the name of a new client account could not be read');
    return undefined;
  }
}

/** What the form of a live token shows. */
export async function describeSession(deps: SignupDeps, signupToken: string) {
  const session = await findSessionByToken(deps.db, digestOf(signupToken), deps.clock.millis());
  if (!session) return undefined;
  const { organizations, givenName, familyName, knownUserId } = session;
  const offered = await currentState(deps, organizations).catch((): OfferedOrganization[] =>
    organizations.map((one) => ({ ...one, already_registered: false })),
  );
  return { givenName: givenName || familyName, isExistingUser: knownUserId !== null, organizations: offered };
}
