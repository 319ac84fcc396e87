import type { Database, Tx } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { marketingTouches } from '../../schema/signup.ts';
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
  const rows = touches.map((touch) => ({
    userId,
    touchType: touch.type,
    clickIdType: touch.clickIdType,
    clickId: touch.clickId,
    touchedAt: new Date(touch.ts),
    utmSource: touch.utm.utm_source,
    utmMedium: touch.utm.utm_medium,
    utmCampaign: touch.utm.utm_campaign,
    utmTerm: touch.utm.utm_term,
    utmContent: touch.utm.utm_content,
    landingPath: touch.landingPath,
    referrerDomain: touch.referrerDomain,
    sameness: samenessOf(touch),
    createdAt: new Date(now),
  }));
  const { userId: user, sameness } = marketingTouches;
  await tx
    .insert(marketingTouches)
    .values(rows)
    .onConflictDoNothing({ target: [user, sameness] });
}
