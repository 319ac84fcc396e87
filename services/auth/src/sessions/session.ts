import type { IncomingHttpHeaders } from 'node:http';
import type { Database, Tx } from '@app/db';
import { type Clock, currentContext } from '@app/runtime';
import { type Cookies, SESSION_SECONDS } from '../credentials/cookies.ts';
import { insertBareSession, insertFamily } from '../credentials/families.ts';
import { digestOf, newSecret } from '../credentials/opaque.ts';
import { rememberBrowser } from '../passwords/known-browsers.ts';
import { TOKEN_SECONDS } from '../tokens/access-token.ts';
import { deleteSession, findSession, insertSession, lockUserOfSession, type SessionUser } from './store.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly cookies: Cookies;
}

/** A logged-in browser. */
export interface BrowserSession extends SessionUser {
  readonly digest: Buffer;
}

/**
 * Begins a browser session under a new id, never one that the browser brought along (fixation), and ends the one it
 * had.
 * @returns the value for `Set-Cookie`
 */
async function startBrowserSession(deps: Deps, userId: number, headers: IncomingHttpHeaders): Promise<string> {
  const { db, clock, cookies } = deps;
  const id = newSecret();
  const now = clock.millis();
  await endBrowserSession(deps, headers);
  await insertSession(db, digestOf(id), userId, new Date(now), new Date(now + SESSION_SECONDS * 1000));
  return cookies.session(id);
}

/** Begins a browser session, in a browser that is known from now on. @returns the values for `Set-Cookie` */
export const beginInBrowser = async (
  deps: Deps,
  userId: number,
  headers: IncomingHttpHeaders,
): Promise<readonly string[]> => [
  await startBrowserSession(deps, userId, headers),
  await rememberBrowser(deps, userId, headers),
];

/** Who is logged in in this browser, if anybody. */
export async function findBrowserSession(
  deps: Omit<Deps, 'db'> & { readonly db: Pick<Database, 'executor'> },
  headers: IncomingHttpHeaders,
): Promise<BrowserSession | undefined> {
  const id = deps.cookies.readSession(headers);
  if (id === undefined) return undefined;
  const digest = digestOf(id);
  const user = await findSession(deps.db, digest, new Date(deps.clock.millis()));
  const context = currentContext();
  if (user && context) context.userId = user.userId;
  return user && { ...user, digest };
}

/**
 * Who is logged in in this browser, if anybody, for what the transaction gives out to them. A change that ends the
 * user's sessions (a new password, a deactivation) locks the user first, then deletes what was given out and the
 * sessions: it waits for this transaction and finds its work, or is waited for, and then the session is gone.
 */
export async function holdBrowserSession(
  tx: Tx,
  { clock, cookies }: Omit<Deps, 'db'>,
  headers: IncomingHttpHeaders,
): Promise<BrowserSession | undefined> {
  const id = cookies.readSession(headers);
  if (id === undefined) return undefined;
  await lockUserOfSession(tx, digestOf(id));
  return findBrowserSession({ db: { executor: tx }, clock, cookies }, headers);
}

export async function endBrowserSession(deps: Deps, headers: IncomingHttpHeaders): Promise<void> {
  const id = deps.cookies.readSession(headers);
  if (id !== undefined) await deleteSession(deps.db, digestOf(id));
}

/** A session of the web application, which its refresh token renews. */
export interface RefreshSession {
  /** For the `refresh_token` cookie. */
  readonly refreshToken: string;
  /** For the session token, and the cookie that logout finds it by. */
  readonly sessionId: string;
}

/**
 * Begins a session of the web application, within the caller's transaction. Signup and invitation acceptance give it
 * out with a session token.
 */
export async function startRefreshSession(tx: Tx, clock: Clock, userId: number): Promise<RefreshSession> {
  const refreshToken = newSecret();
  const grant = { userId, clientId: null, scope: 'read write', resource: null } as const;
  return { refreshToken, sessionId: await insertFamily(tx, grant, digestOf(refreshToken), clock.millis()) };
}

/** Begins the session of one session token, which nothing renews. @returns its id */
export const startTokenSession = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: number): Promise<string> =>
  insertBareSession(db, userId, clock.millis(), TOKEN_SECONDS * 1000);
