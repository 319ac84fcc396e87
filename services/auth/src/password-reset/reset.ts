import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import { appendToOutbox } from '@app/db';
import { takeAddress } from '../credentials/addresses.ts';
import { userChanged } from '../credentials/events.ts';
import { endFamiliesOfUser } from '../credentials/families.ts';
import { digestOf } from '../credentials/opaque.ts';
import type { User } from '../credentials/user.ts';
import { findUser, lockUser, updateUser } from '../credentials/user-store.ts';
import type { AuthDeps } from '../deps.ts';
import { endLinks, findLiveLink, type MailedLink, useLink } from '../mailed-links/store.ts';
import { forgetFailures } from '../passwords/attempts.ts';
import { forgetBrowsersOfUser } from '../passwords/known-browsers.ts';
import { deleteSessionsOfUser } from '../sessions/store.ts';
import { deleteOpenCodes } from '../tokens/codes.ts';
import { endEarlierWishes } from '../users/change-address.ts';
import { hashNewPassword } from '../users/create.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'logger' | 'passwords' | 'cookies'>;

export interface OpenReset {
  readonly link: MailedLink;
  readonly user: User;
}

/**
 * Whose password a link is for; undefined for one that is unknown, used, void or too old, and for a deactivated user.
 */
export async function findReset(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<OpenReset | undefined> {
  const link = await findLiveLink(db, 'password_reset', digestOf(token), clock.millis());
  if (!link) return undefined;
  const user = await findUser(db, link.userId);
  return user?.isActive ? { link, user } : undefined;
}

/**
 * Sets a new password by a mailed link, which works once. Whoever knew the old one is out: sessions, refresh families,
 * codes not yet redeemed, a wish for another address and other links end. The mail reached the address, so it is
 * proven, and failures counted for it are forgotten.
 * @throws Failure 400 `invalid_grant` for a link that does not work, `user.weak_password`, after which the link still
 * works
 */
export async function resetPassword(deps: Deps, token: string, password: string): Promise<void> {
  const { db, clock, logger, passwords } = deps;
  const open = await findReset(deps, token);
  if (!open) throw unknownReset();
  const { id, userId, email } = open.link;
  const passwordHash = await hashNewPassword(passwords, password, email, 'user.weak_password');
  await db.write(async (tx) => {
    const now = clock.millis();
    await takeAddress(tx, email, userId, new Date(now));
    const before = await lockUser(tx, userId);
    if (!before?.isActive || !(await useLink(tx, id, now))) throw unknownReset();
    const ended = await endEarlierWishes(tx, deps, before);
    // Where it was not proven before, it is now, and the link that was mailed for that has nothing left to do.
    if (!before.emailVerified) await endLinks(tx, userId, 'email_verification', 'void', now);
    const proven = before.emailVerified ? {} : { emailVerified: true };
    const user = (await updateUser(tx, userId, { passwordHash, ...proven, ...ended }, new Date(now)))!;
    // Codes first: a family that is being made from one is waited for, and ends with the others.
    await deleteOpenCodes(tx, userId);
    await endFamiliesOfUser(tx, userId, 'password_reset', now);
    await deleteSessionsOfUser(tx, userId, undefined);
    await forgetBrowsersOfUser(tx, deps.cookies, userId);
    await forgetFailures(tx, email);
    await record(tx, { kind: 'password_reset', targetUserId: userId });
    await appendToOutbox(tx, userChanged(user));
  });
  logger.info({ audit: 'password_reset', user: userId }, 'a user chose a new password by a mailed link');
}

const unknownReset = (): Failure =>
  new Failure('invalid_grant', 400, 'The link is incomplete, used or older than an hour; ask for a new one');
