import { isEmailAddress } from '@app/api/email-address';
import type { Tx } from '@app/db';
import { enqueueMail } from '@app/mail';
import { eq, lt } from 'drizzle-orm';
import { lockAddress } from '../credentials/addresses.ts';
import { isReserved, type User } from '../credentials/user.ts';
import { listCredentialsByEmail } from '../credentials/user-store.ts';
import type { AuthDeps } from '../deps.ts';
import { countLinks, insertLink } from '../mailed-links/store.ts';
import { newToken } from '../mailed-links/token.ts';
import { passwordResetRequests } from '../schema/passwords.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'sealer' | 'logger'>;

const HOUR_MILLIS = 3_600_000;
/** A link to a new password works this long, and once (PPL-R04). */
const RESET_MILLIS = HOUR_MILLIS;
/** Mails to one address in an hour (docs/contract/people-and-sessions.md). */
const MAILS_AN_HOUR = 3;

/**
 * Takes note that somebody asked for a new password. Nothing is looked up here, so that answer and time are the same
 * for every address; the rest happens after the answer, in {@link answerRequest}.
 */
export async function requestReset({ db, clock }: Deps, email: string): Promise<void> {
  const address = email.trim();
  if (!isEmailAddress(address)) return;
  await db.write(async (tx) => {
    const [row] = await tx
      .insert(passwordResetRequests)
      .values({ email: address, createdAt: new Date(clock.millis()) })
      .returning({ id: passwordResetRequests.id });
    await enqueueMail(tx, { kind: 'password_reset_request', reference: { request_id: row!.id }, language: 'nob' });
  });
}

/**
 * Has links mailed for a request, once: to the user who has proven the address, or to each who names it while nobody
 * has. Nobody else gets a mail, nor does a deactivated user, and one address gets three an hour.
 */
export async function answerRequest(deps: Deps, requestId: number): Promise<void> {
  const { db, clock, logger } = deps;
  await db.write(async (tx) => {
    const [request] = await tx.delete(passwordResetRequests).where(eq(passwordResetRequests.id, requestId)).returning();
    if (!request) return;
    await lockAddress(tx, request.email);
    for (const { user } of await listCredentialsByEmail({ executor: tx }, request.email)) {
      if (!user.isActive || isReserved(user.id) || user.email === null) continue;
      const isMailed = await mailReset(tx, deps, user, user.email, clock.millis());
      logger.info(
        { audit: isMailed ? 'password_reset_mailed' : 'password_reset_limited', user: user.id },
        'a new password was asked for',
      );
    }
  });
}

/** As long as a mail is tried, and a day. */
const KEPT_MILLIS = 8 * 24 * HOUR_MILLIS;

/** Forgets requests that could not be answered for as long as anybody tried: an address stands in each. */
export async function forgetOldRequests(tx: Tx, now: number): Promise<number> {
  const rows = await tx
    .delete(passwordResetRequests)
    .where(lt(passwordResetRequests.createdAt, new Date(now - KEPT_MILLIS)))
    .returning({ id: passwordResetRequests.id });
  return rows.length;
}

/** Links of before go on working: whoever asks in somebody's stead takes nothing away. False when there were enough. */
async function mailReset(
  tx: Tx,
  { sealer }: Deps,
  { id: userId, language }: User,
  email: string,
  now: number,
): Promise<boolean> {
  const link = { kind: 'password_reset', userId, email, noticeTo: null } as const;
  if ((await countLinks(tx, link, now - HOUR_MILLIS)).toAddress >= MAILS_AN_HOUR) return false;
  const linkId = await insertLink(tx, link, newToken(sealer, link.kind), now, RESET_MILLIS);
  await enqueueMail(tx, { kind: 'password_reset', reference: { link_id: linkId }, language });
  return true;
}
