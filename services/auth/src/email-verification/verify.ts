import { emailKey } from '@app/api/email-address';
import { type Failure, notFound } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { takeAddress } from '../credentials/addresses.ts';
import { userChanged } from '../credentials/events.ts';
import { digestOf } from '../credentials/opaque.ts';
import type { User } from '../credentials/user.ts';
import { findUser, lockUser, updateUser } from '../credentials/user-store.ts';
import type { AuthDeps } from '../deps.ts';
import { endLinks, findLiveLink, type MailedLink, useLink } from '../mailed-links/store.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'logger'>;

/** An address and the active user that a link would prove it for. */
export interface OpenVerification {
  readonly link: MailedLink;
  readonly user: User;
}

/** What a link is for; undefined for one that is unknown, used, replaced or too old, and for a deactivated user. */
export async function findVerification({ db, clock }: Deps, token: string): Promise<OpenVerification | undefined> {
  const link = await findLiveLink(db, 'email_verification', digestOf(token), clock.millis());
  if (!link) return undefined;
  const user = await findUser(db, link.userId);
  return user?.isActive ? { link, user } : undefined;
}

/**
 * Proves the address that a link was mailed to: it becomes, or stays, the user's own, and whoever named it without a
 * proof loses it (PPL-R01, PPL-R02). Of two users who prove one address at once exactly one gets it.
 * @throws Failure 404 `email_verification.invalid_token`; 409 `user.email_taken` when somebody else has proven it
 */
export async function verifyEmail(deps: Deps, token: string): Promise<User> {
  const { db, clock, logger } = deps;
  const open = await findVerification(deps, token);
  if (!open) throw unknownVerification();
  const { id, userId, email } = open.link;
  const verified = await db.write(async (tx) => {
    const now = clock.millis();
    await takeAddress(tx, email, userId, new Date(now));
    const user = await lockUser(tx, userId);
    if (!user?.isActive || !(await useLink(tx, id, now))) throw unknownVerification();
    // Links to a new password went to the address of before.
    if (emailKey(user.email ?? '') !== emailKey(email)) await endLinks(tx, userId, 'password_reset', 'void', now);
    const change = { ...(user.email === email ? {} : { email }), emailVerified: true, pendingEmail: null };
    const changed = (await updateUser(tx, userId, change, new Date(now)))!;
    await appendToOutbox(tx, userChanged(changed));
    return changed;
  });
  logger.info({ audit: 'email_verified', user: userId }, 'a user has proven an e-mail address');
  return verified;
}

const unknownVerification = (): Failure =>
  notFound(
    'No address waits for this link: it is incomplete, used, replaced by a newer one or older than three days',
    'email_verification.invalid_token',
  );
