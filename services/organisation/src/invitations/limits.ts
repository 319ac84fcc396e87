import { Failure } from '@app/contract';
import type { Tx } from '@app/db';
import { lockInviter, nthNewest } from './store.ts';

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** How many invitations are sent at most (PPL-R09). */
const PER_INVITER_AND_HOUR = 30;
const PER_ACCOUNT_AND_DAY = 100;

/**
 * Has the inviter more to send? Those of one inviter follow each other from here on, whatever account they are for.
 * @param scale multiplies the limit; 0 lifts it
 * @throws Failure 429
 */
export async function assertInviterMayGoOn(tx: Tx, invitedById: number, now: Date, scale: number): Promise<void> {
  if (scale === 0) return;
  await lockInviter(tx, invitedById);
  const most = PER_INVITER_AND_HOUR * scale;
  const oldest = await nthNewest(tx, { invitedById }, most, new Date(now.getTime() - HOUR_MILLIS));
  if (oldest) throw tooMany(`You have sent ${most} invitations within an hour`, oldest.getTime() + HOUR_MILLIS, now);
}

/** The same for the account, whoever invites. Ask in its turn. @throws Failure 429 */
export async function assertAccountMayGoOn(tx: Tx, clientAccountId: number, now: Date, scale: number): Promise<void> {
  if (scale === 0) return;
  const most = PER_ACCOUNT_AND_DAY * scale;
  const oldest = await nthNewest(tx, { clientAccountId }, most, new Date(now.getTime() - DAY_MILLIS));
  const message = `${most} invitations to client account ${clientAccountId} have been sent within a day`;
  if (oldest) throw tooMany(message, oldest.getTime() + DAY_MILLIS, now);
}

function tooMany(message: string, freeAt: number, now: Date): Failure {
  const seconds = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000));
  return new Failure('common.rate_limited', 429, `${message}; the next can be sent in ${seconds} seconds`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
