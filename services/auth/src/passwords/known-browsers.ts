import type { IncomingHttpHeaders } from 'node:http';
import { anyOf, type Database, type Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { and, desc, eq, gt, inArray, lt, ne, type SQL } from 'drizzle-orm';
import { type Cookies, KNOWN_BROWSER_SECONDS } from '../credentials/cookies.ts';
import { digestOf, newSecret } from '../credentials/opaque.ts';
import { knownBrowsers } from '../schema/passwords.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly cookies: Cookies;
}

/** A person's browsers beyond these are forgotten, the one used longest ago first. */
const MOST = 20;

/** Has one of these users logged in with the browser that sends these cookies? @returns its digest if so */
export async function findKnownBrowser(
  { db, clock, cookies }: Deps,
  userIds: readonly number[],
  headers: IncomingHttpHeaders,
): Promise<Buffer | undefined> {
  const id = cookies.readKnownBrowser(headers);
  if (id === undefined) return undefined;
  const digest = digestOf(id);
  const [row] = await db.executor
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .where(and(isBrowser(digest), anyOf(knownBrowsers.userId, userIds), gt(knownBrowsers.lastLoginAt, oldest(clock))))
    .limit(1);
  return row && digest;
}

/**
 * Remembers that a user has logged in with this browser, under a new id: the one that it brought along may have been
 * planted or stolen, and is worth nothing from now on. Other people who use the browser stay known.
 * @returns the value for `Set-Cookie`
 */
export async function rememberBrowser(
  { db, clock, cookies }: Deps,
  userId: number,
  headers: IncomingHttpHeaders,
): Promise<string> {
  const id = newSecret();
  const digest = digestOf(id);
  const before = cookies.readKnownBrowser(headers);
  const lastLoginAt = new Date(clock.millis());
  await db.write(async (tx) => {
    if (before !== undefined)
      await tx
        .update(knownBrowsers)
        .set({ browserDigest: digest })
        .where(isBrowser(digestOf(before)));
    await tx
      .insert(knownBrowsers)
      .values({ browserDigest: digest, userId, lastLoginAt })
      .onConflictDoUpdate({ target: [knownBrowsers.browserDigest, knownBrowsers.userId], set: { lastLoginAt } });
    const isOfUser = eq(knownBrowsers.userId, userId);
    const beyond = tx
      .select({ browserDigest: knownBrowsers.browserDigest })
      .from(knownBrowsers)
      .where(isOfUser)
      .orderBy(desc(knownBrowsers.lastLoginAt), desc(isBrowser(digest)))
      .offset(MOST);
    await tx.delete(knownBrowsers).where(and(isOfUser, inArray(knownBrowsers.browserDigest, beyond)));
  });
  return cookies.knownBrowser(id);
}

/** @param except the cookies of the browser in use, which stays known */
export async function forgetBrowsersOfUser(
  tx: Tx,
  cookies: Cookies,
  userId: number,
  except?: IncomingHttpHeaders,
): Promise<void> {
  const id = except && cookies.readKnownBrowser(except);
  const isOther = id === undefined ? undefined : ne(knownBrowsers.browserDigest, digestOf(id));
  await tx.delete(knownBrowsers).where(and(eq(knownBrowsers.userId, userId), isOther));
}

/** Forgets browsers that nobody logged in with for as long as their cookie lives. */
export async function deleteOldBrowsers(tx: Tx, clock: Clock): Promise<number> {
  const rows = await tx
    .delete(knownBrowsers)
    .where(lt(knownBrowsers.lastLoginAt, oldest(clock)))
    .returning({ userId: knownBrowsers.userId });
  return rows.length;
}

const isBrowser = (digest: Buffer): SQL => eq(knownBrowsers.browserDigest, digest);

const oldest = (clock: Clock): Date => new Date(clock.millis() - KNOWN_BROWSER_SECONDS * 1000);
