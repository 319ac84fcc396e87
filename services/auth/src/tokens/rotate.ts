import { Failure } from '@app/contract/failure';
import type { Database } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { endFamilyNow, type FoundToken, findRefreshToken, rotateToken } from './families.ts';
import { digestOf, newSecret } from './opaque.ts';

export const invalidGrant = (message: string, status: 400 | 401 = 400): Failure => new Failure('invalid_grant', status, message);

/**
 * Takes a refresh token and gives the next of its family (RFC 9700 section 4.14.2). Checked in the order of the error table; only a
 * request that passes everything consumes the token, and another client's request neither consumes nor harms it. A token that was
 * rotated before ends its whole family.
 * @param clientId who asks; null for the web application's own session
 * @param permit the caller's own checks, and what it needs later; what it throws leaves the token usable
 */
export async function takeRefreshToken<T>(
  deps: { readonly db: Database; readonly clock: Clock; readonly logger: Logger },
  token: string,
  clientId: string | null,
  permit: (found: FoundToken) => Promise<T>,
): Promise<{ readonly refreshToken: string; readonly permitted: T }> {
  const now = deps.clock.millis();
  const digest = digestOf(token);
  const found = await findRefreshToken(deps.db, digest, now);
  if (!found) throw invalidGrant('Invalid refresh token');
  const isOwn = found.clientId === clientId;
  if (found.isUsed && isOwn) throw await reused(deps, found, now);
  if (found.isUsed || !found.isAlive) throw invalidGrant('Invalid refresh token');
  if (!isOwn) throw invalidGrant('Refresh token was issued to another client');
  const permitted = await permit(found);
  const refreshToken = newSecret();
  if (!(await rotateToken(deps.db, digest, digestOf(refreshToken), now))) throw await reused(deps, found, now);
  return { refreshToken, permitted };
}

async function reused(
  deps: { readonly db: Database; readonly logger: Logger },
  { familyId, userId, clientId }: FoundToken,
  now: number,
): Promise<Failure> {
  await endFamilyNow(deps.db, familyId, 'reuse', now);
  deps.logger.warn(
    { audit: 'refresh_token_reused', family: familyId, user: userId, client: clientId },
    'a rotated refresh token was shown again',
  );
  return invalidGrant('Invalid refresh token');
}
