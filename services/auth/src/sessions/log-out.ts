import type { IncomingHttpHeaders } from 'node:http';
import type { Guard } from '@app/access';
import { record } from '@app/audit';
import { Failure } from '@app/contract/failure';
import { endFamily, endSession, findRefreshToken } from '../credentials/families.ts';
import { digestOf } from '../credentials/opaque.ts';
import type { AuthDeps } from '../deps.ts';
import { endBrowserSession, findBrowserSession } from './session.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'logger' | 'cookies'> & { readonly guard: Pick<Guard, 'authenticate'> };

/**
 * Ends every session that a request shows: the browser's by its cookie; the web application's by its id, by its refresh
 * token where that comes along, and by a session token in `Authorization`. Their tokens are refused everywhere within a
 * second (PPL-R07). Credentials that are not good change nothing: there is nothing to end.
 * @returns what clears the cookies
 */
export async function logOut(deps: Deps, headers: IncomingHttpHeaders): Promise<readonly string[]> {
  const { db, clock, cookies } = deps;
  const now = clock.millis();
  const visitor = await tokenHolder(deps, headers.authorization);
  const refreshToken = cookies.readRefreshToken(headers);
  const sessionId = cookies.readSessionId(headers);
  const person = await findBrowserSession(deps, headers);
  await endBrowserSession(deps, headers);
  await db.write(async (tx) => {
    const ids = [...(visitor ? [visitor.sessionId] : []), ...(sessionId === undefined ? [] : [sessionId])];
    const usersOf: number[] = person ? [person.userId] : [];
    for (const id of ids) usersOf.push(...(await endSession(tx, id, 'logout', now)).sessionsOf);
    const found =
      refreshToken === undefined ? undefined : await findRefreshToken({ executor: tx }, digestOf(refreshToken), now);
    if (found?.clientId === null) usersOf.push(...(await endFamily(tx, found.familyId, 'logout', now)).sessionsOf);
    await record(tx, ...[...new Set(usersOf)].map((userId) => ({ kind: 'sign_out', userId }) as const));
  });
  if (visitor) deps.logger.info({ audit: 'logout', user: visitor.userId }, 'a user logged out');
  return [cookies.clearSession(), ...cookies.clearRefreshToken()];
}

/** Whose session token it is; nobody's for another credential, an old one and one whose session has ended. */
async function tokenHolder({ guard }: Deps, authorization: string | undefined) {
  if (authorization === undefined) return undefined;
  try {
    const { userId, sessionId } = await guard.authenticate(authorization, ['session']);
    return sessionId === undefined ? undefined : { userId, sessionId };
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return undefined;
    throw error;
  }
}
