import { Failure } from '@app/contract/failure';
import type { Tx } from '@app/db';
import { enqueueMail } from '@app/mail';
import type { Clock, Sealer } from '@app/runtime';
import { lockAddress } from '../credentials/addresses.ts';
import type { User } from '../credentials/user.ts';
import { countLinks, endLinks, insertLink } from '../mailed-links/store.ts';
import { newToken } from '../mailed-links/token.ts';

const HOUR_MILLIS = 3_600_000;
/** Long enough for a mail that waits over a weekend. */
const VERIFICATION_MILLIS = 72 * HOUR_MILLIS;

/**
 * Nobody's mailbox is flooded through us, and nobody keeps an owner from proving an address by asking in their stead:
 * one user may have three mails an hour sent to one address and ten in all, everybody together ten to one address.
 */
const LIMITS = { byBoth: 3, byUser: 10, toAddress: 10 } as const;

interface Deps {
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/**
 * Has a link mailed that proves an address when it is opened, within the caller's transaction. It replaces the one
 * mailed before.
 * @param email what the user calls its own: the address in force, or the pending one
 * @param noticeTo an address in force that is notified
 * @returns seconds to wait when too many were asked for; nothing is mailed then
 */
export async function mailVerification(
  tx: Tx,
  { clock, sealer }: Deps,
  user: Pick<User, 'id' | 'language'>,
  email: string,
  noticeTo: string | null,
): Promise<number | undefined> {
  const now = clock.millis();
  const link = { kind: 'email_verification', userId: user.id, email, noticeTo } as const;
  await lockAddress(tx, email);
  const count = await countLinks(tx, link, now - HOUR_MILLIS);
  if (count.byBoth >= LIMITS.byBoth || count.byUser >= LIMITS.byUser || count.toAddress >= LIMITS.toAddress)
    return HOUR_MILLIS / 1000;
  await endLinks(tx, user.id, link.kind, 'replaced', now);
  const id = await insertLink(tx, link, newToken(sealer, link.kind), now, VERIFICATION_MILLIS);
  await enqueueMail(tx, { kind: 'email_verification', reference: { link_id: id }, language: user.language });
  if (noticeTo !== null)
    await enqueueMail(tx, { kind: 'email_change_notice', reference: { link_id: id }, language: user.language });
  return undefined;
}

/** @throws Failure 429 `common.rate_limited` */
export function tooManyMails(seconds: number): Failure {
  const message = 'Too many links were mailed in the last hour; use the newest one, or try again in an hour';
  return new Failure('common.rate_limited', 429, message, {
    details: { retry_after: seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}
