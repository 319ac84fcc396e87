import type { Database, Tx } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { samenessOf, type Touch } from '../attribution.ts';

/** Attribution never fails a signup (ATT-R10): it has a savepoint of its own. */
export async function storeTouches(
  { db, clock, logger }: { readonly db: Database; readonly clock: Clock; readonly logger: Logger },
  userId: number,
  touches: readonly Touch[],
): Promise<void> {
  try {
    if (touches.length > 0) await db.write((tx) => insertTouches(tx, userId, touches, clock.millis()));
  } catch (error) {
    logger.warn({ err: error }, 'marketing touches were not stored');
  }
}

/** A touch identical to a stored one is not stored twice (ATT-R08). */
async function insertTouches(tx: Tx, userId: number, touches: readonly Touch[], now: number): Promise<void> {
  for (const touch of touches) {
    const { type, clickIdType, clickId, ts, utm, landingPath, referrerDomain } = touch;
    await tx.execute(sql`
      insert into marketing_touches (user_id, touch_type, click_id_type, click_id, touched_at, utm_source, utm_medium, utm_campaign, utm_term, utm_content,
        landing_path, referrer_domain, sameness, created_at)
      values (${userId}::bigint, ${type}, ${clickIdType}, ${clickId}, ${new Date(ts).toISOString()}::timestamptz, ${utm.utm_source}, ${utm.utm_medium},
        ${utm.utm_campaign}, ${utm.utm_term}, ${utm.utm_content}, ${landingPath}, ${referrerDomain}, ${samenessOf(touch)}, ${new Date(now).toISOString()}::timestamptz)
      on conflict on constraint marketing_touches_sameness do nothing`);
  }
}
