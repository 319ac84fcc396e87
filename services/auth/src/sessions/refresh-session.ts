import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@app/contract/failure';
import type { AuthDeps } from '../deps.ts';
import type { IssuedToken } from '../tokens/access-token.ts';
import { endFamilyNow, findRefreshToken } from '../tokens/families.ts';
import { digestOf } from '../tokens/opaque.ts';
import { invalidGrant, takeRefreshToken } from '../tokens/rotate.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'logger' | 'tokens' | 'cookies'>;

/**
 * A new session token for the `refresh_token` cookie, and a rotated cookie (document 4 section 2.1).
 * @throws Failure 401 `invalid_grant` without a cookie and for an unknown, used or ended one
 */
export async function refreshSession(
  deps: Deps,
  headers: IncomingHttpHeaders,
): Promise<{ readonly session: IssuedToken; readonly cookie: string }> {
  const token = deps.cookies.readRefreshToken(headers);
  if (token === undefined) throw invalidGrant('The refresh_token cookie is missing', 401);
  try {
    const { permitted, refreshToken } = await takeRefreshToken(deps, token, null, ({ userId }) => deps.tokens.session(userId));
    return { session: permitted, cookie: deps.cookies.refreshToken(refreshToken) };
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_grant') throw invalidGrant(error.message, 401);
    throw error;
  }
}

/** Ends the web application's session whose cookie came with a logout. */
export async function endRefreshSession(deps: Omit<Deps, 'tokens'>, headers: IncomingHttpHeaders): Promise<void> {
  const token = deps.cookies.readRefreshToken(headers);
  if (token === undefined) return;
  const now = deps.clock.millis();
  const found = await findRefreshToken(deps.db, digestOf(token), now);
  if (found && found.clientId === null) await endFamilyNow(deps.db, found.familyId, 'logout', now);
}
