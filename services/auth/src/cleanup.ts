import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { deleteExpiredRequests } from './authorization/store.ts';
import { deleteOldRequests } from './clients/requests/store.ts';
import { deleteBareSessions, deleteOldFamilies } from './credentials/families.ts';
import { forgetOldLinks } from './mailed-links/store.ts';
import { forgetOldRequests } from './password-reset/request.ts';
import { forgetAttempts } from './passwords/attempts.ts';
import { deleteOldBrowsers } from './passwords/known-browsers.ts';
import { deleteExpiredSessions } from './sessions/store.ts';
import { deleteOldCodes } from './tokens/codes.ts';

const DAY_MILLIS = 24 * 3_600_000;
/**
 * Ended and expired families stay this long, with their codes: replays are still known, and an administrator can look
 * back.
 */
const KEPT_MILLIS = 30 * DAY_MILLIS;

/** The job `auth-cleanup`: forgets what no longer means anything. */
export async function cleanUp(db: Database, clock: Clock): Promise<number> {
  const now = clock.millis();
  const changed = await db.write(async (tx) => {
    const requests = await deleteExpiredRequests(tx, new Date(now));
    const sessions = await deleteExpiredSessions(tx, new Date(now));
    const codes = await deleteOldCodes(tx, now - DAY_MILLIS);
    const bare = await deleteBareSessions(tx, now);
    const links = (await forgetOldLinks(tx, now)) + (await forgetOldRequests(tx, now));
    const browsers = await deleteOldBrowsers(tx, clock);
    const asked = await deleteOldRequests(tx, now);
    const gone = requests + sessions + codes + bare + links + browsers + asked;
    return gone + (await deleteOldFamilies(tx, now - KEPT_MILLIS));
  });
  return changed + (await forgetAttempts(db, clock));
}
