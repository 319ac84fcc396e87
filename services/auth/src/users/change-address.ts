import { emailKey } from '@app/api/email-address';
import type { Tx } from '@app/db';
import type { Clock, Sealer } from '@app/runtime';
import type { User } from '../credentials/user.ts';
import type { UserChange } from '../credentials/user-store.ts';
import { mailVerification, tooManyMails } from '../email-verification/request.ts';
import { endLinks } from '../mailed-links/store.ts';

interface Deps {
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/**
 * What a wish for an address changes at once, within the caller's transaction (PPL-R01): another address waits for the
 * link that is mailed to it, and the one in force is notified. The own address in other letters is the same address; it
 * takes an earlier wish back, and is mailed a link when it is not proven.
 * @param user locked
 * @throws Failure 429 `common.rate_limited`
 */
export async function wishForAddress(tx: Tx, deps: Deps, user: User, email: string): Promise<UserChange> {
  const isOwn = user.email !== null && emailKey(user.email) === emailKey(email);
  if (isOwn && user.emailVerified) {
    await endLinks(tx, user.id, 'email_verification', 'void', deps.clock.millis());
    return { email, pendingEmail: null };
  }
  const wait = await mailVerification(tx, deps, user, email, isOwn ? null : user.email);
  if (wait !== undefined) throw tooManyMails(wait);
  return isOwn ? { email, pendingEmail: null } : { pendingEmail: email };
}

/**
 * A new password ends what somebody who knew the old one may have begun: a wish for another address, links to a new
 * password.
 */
export async function endEarlierWishes(tx: Tx, { clock }: Pick<Deps, 'clock'>, user: User): Promise<UserChange> {
  const now = clock.millis();
  await endLinks(tx, user.id, 'password_reset', 'void', now);
  if (user.pendingEmail === null) return {};
  await endLinks(tx, user.id, 'email_verification', 'void', now);
  return { pendingEmail: null };
}
