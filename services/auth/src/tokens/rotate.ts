import type { Tally } from '@app/audit';
import { Failure } from '@app/contract/failure';
import type { Database } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import {
  endReusedFamily,
  type FoundToken,
  findRefreshToken,
  insertSibling,
  rotateToken,
} from '../credentials/families.ts';
import { digestOf, newSecret, sameDigest } from '../credentials/opaque.ts';

export const invalidGrant = (message: string, status: 400 | 401 = 400): Failure =>
  new Failure('invalid_grant', status, message);

/**
 * For how long a rotated token may be shown once more by the browser that rotated it: two tabs renew the one cookie
 * they share, and both stay signed in (PPL-R08). Tokens of clients have no such grace (TKN-R27).
 */
const GRACE_MILLIS = 10_000;

/**
 * Takes a refresh token and gives the next of its family (RFC 9700 section 4.14.2). Checked in the order of the error
 * table; only a request that passes everything consumes the token, and another client's request neither consumes nor
 * harms it. A token that was rotated before ends its whole family.
 * @param clientId who asks; null for the web application's own session
 * @param browser the digest of the browser that asks, where there is a grace; null for clients
 * @param permit the caller's own checks, and what it needs later; what it throws leaves the token usable
 */
export async function takeRefreshToken<T>(
  deps: { readonly db: Database; readonly clock: Clock; readonly logger: Logger; readonly tally: Pick<Tally, 'note'> },
  token: string,
  { clientId, browser }: { readonly clientId: string | null; readonly browser: Buffer | null },
  permit: (found: FoundToken) => Promise<T>,
): Promise<{ readonly refreshToken: string; readonly permitted: T }> {
  const now = deps.clock.millis();
  const digest = digestOf(token);
  const found = await findRefreshToken(deps.db, digest, now);
  if (!found) throw invalidGrant('Invalid refresh token');
  const isOwn = found.clientId === clientId;
  const isGraced = isOwn && isInGrace(found, browser, now);
  if (found.isUsed && isOwn && !isGraced) throw await reused(deps, found, now);
  if ((found.isUsed && !isGraced) || !found.isAlive) throw invalidGrant('Invalid refresh token');
  if (!isOwn) throw invalidGrant('Refresh token was issued to another client');
  const permitted = await permit(found);
  const refreshToken = newSecret();
  const next = digestOf(refreshToken);
  if (!isGraced && (await rotateToken(deps.db, digest, next, now, browser))) return { refreshToken, permitted };
  // Somebody was faster: another tab of this browser, or somebody else.
  const raced = isGraced ? found : await findRefreshToken(deps.db, digest, now);
  if (!raced || !isInGrace(raced, browser, now)) throw await reused(deps, found, now);
  if (!(await insertSibling(deps.db, raced.familyId, next, now))) throw invalidGrant('Invalid refresh token');
  return { refreshToken, permitted };
}

const isInGrace = ({ used }: FoundToken, browser: Buffer | null, now: number): boolean =>
  browser !== null && used !== null && Math.abs(now - used.at) <= GRACE_MILLIS && sameDigest(used.by, browser);

async function reused(
  deps: { readonly db: Database; readonly logger: Logger; readonly tally: Pick<Tally, 'note'> },
  { familyId, userId, clientId }: FoundToken,
  now: number,
): Promise<Failure> {
  await endReusedFamily(deps, { familyId, userId }, 'refresh_token', now);
  deps.logger.warn(
    { audit: 'refresh_token_reused', family: familyId, user: userId, client: clientId },
    'a rotated refresh token was shown again',
  );
  return invalidGrant('Invalid refresh token');
}
