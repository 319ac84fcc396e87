import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@app/contract/failure';
import type { AuthDeps } from '../deps.ts';
import { findKnownBrowser, rememberBrowser } from '../passwords/known-browsers.ts';
import type { IssuedToken } from '../tokens/access-token.ts';
import { invalidGrant, takeRefreshToken } from '../tokens/rotate.ts';
import { browserDigest } from './browser.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'logger' | 'tokens' | 'cookies' | 'tally'>;

/**
 * A new session token for the `refresh_token` cookie, and a rotated cookie (LOG-R15). The browser that rotated a cookie
 * may show the old one again for ten seconds: of two tabs that renew at once both stay signed in (PPL-R08).
 * @throws Failure 401 `invalid_grant` without a cookie and for an unknown, used or ended one
 */
export async function refreshSession(
  deps: Deps,
  { headers, address }: { readonly headers: IncomingHttpHeaders; readonly address: string },
): Promise<{ readonly session: IssuedToken; readonly cookies: readonly string[] }> {
  const { cookies } = deps;
  const token = cookies.readRefreshToken(headers);
  if (token === undefined) throw invalidGrant('The refresh_token cookie is missing', 401);
  const who = { clientId: null, browser: browserDigest(headers, address) };
  try {
    const { permitted, refreshToken } = await takeRefreshToken(deps, token, who, async ({ userId, sessionId }) => ({
      session: await deps.tokens.session(userId, sessionId),
      sessionId,
      userId,
    }));
    const { session, sessionId, userId } = permitted;
    const isKnown = (await findKnownBrowser(deps, [userId], headers)) !== undefined;
    const known = isKnown ? [] : [await rememberBrowser(deps, userId, headers)];
    return {
      session,
      cookies: [
        cookies.refreshToken(refreshToken),
        cookies.sessionId(sessionId),
        cookies.clearWideRefreshToken(),
        ...known,
      ],
    };
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_grant') throw invalidGrant(error.message, 401);
    throw error;
  }
}
