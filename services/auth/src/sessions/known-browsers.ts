import type { IncomingHttpHeaders } from 'node:http';
import type { Database, Tx } from '@app/db';
import type { Clock } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { digestOf, newSecret } from '../tokens/opaque.ts';
import { type Cookies, KNOWN_BROWSER_SECONDS } from './cookies.ts';

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
  const [row] = await db.executor.execute(sql`
    select 1 from known_browsers
    where browser_digest = ${digest} and user_id = any(${sql.param(userIds)}::bigint[]) and last_login_at > ${oldest(clock)}::timestamptz limit 1`);
  return row && digest;
}

/**
 * Remembers that a user has logged in with this browser, under a new id: the one that it brought along may have been planted or stolen, and is
 * worth nothing from now on. Other people who use the browser stay known.
 * @returns the value for `Set-Cookie`
 */
export async function rememberBrowser({ db, clock, cookies }: Deps, userId: number, headers: IncomingHttpHeaders): Promise<string> {
  const id = newSecret();
  const digest = digestOf(id);
  const before = cookies.readKnownBrowser(headers);
  const now = new Date(clock.millis()).toISOString();
  await db.write(async (tx) => {
    if (before !== undefined)
      await tx.execute(sql`update known_browsers set browser_digest = ${digest} where browser_digest = ${digestOf(before)}`);
    await tx.execute(sql`
      insert into known_browsers (browser_digest, user_id, last_login_at) values (${digest}, ${userId}::bigint, ${now}::timestamptz)
      on conflict (browser_digest, user_id) do update set last_login_at = excluded.last_login_at`);
    await tx.execute(sql`
      delete from known_browsers where user_id = ${userId}::bigint and browser_digest in (
        select browser_digest from known_browsers where user_id = ${userId}::bigint
        order by last_login_at desc, browser_digest = ${digest} desc offset ${MOST})`);
  });
  return cookies.knownBrowser(id);
}

/** @param except the cookies of the browser in use, which stays known */
export async function forgetBrowsersOfUser(tx: Tx, cookies: Cookies, userId: number, except?: IncomingHttpHeaders): Promise<void> {
  const id = except && cookies.readKnownBrowser(except);
  const kept = id === undefined ? null : digestOf(id);
  await tx.execute(sql`delete from known_browsers where user_id = ${userId}::bigint and browser_digest is distinct from ${kept}::bytea`);
}

/** Forgets browsers that nobody logged in with for as long as their cookie lives. */
export async function deleteOldBrowsers(tx: Tx, clock: Clock): Promise<number> {
  const rows = await tx.execute(sql`delete from known_browsers where last_login_at < ${oldest(clock)}::timestamptz returning 1`);
  return rows.length;
}

const oldest = (clock: Clock): string => new Date(clock.millis() - KNOWN_BROWSER_SECONDS * 1000).toISOString();
