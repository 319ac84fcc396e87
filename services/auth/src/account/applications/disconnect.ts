import { record } from '@app/audit';
import type { Database } from '@app/db';
import type { Clock, Logger } from '@app/runtime';
import { findClient } from '../../clients/store.ts';
import { endFamiliesOfGrant } from '../../credentials/families.ts';
import { deleteUnusedCodes } from './store.ts';

/**
 * Takes back what a person gave an application: its refresh tokens and unused codes. Access tokens that are out live
 * for at most an hour more (TOK-R04). An application that had nothing changes nothing.
 */
export async function disconnect(
  { db, clock, logger }: { readonly db: Database; readonly clock: Clock; readonly logger: Logger },
  userId: number,
  clientId: string,
): Promise<void> {
  const revoked = await db.write(async (tx) => {
    await deleteUnusedCodes(tx, userId, clientId);
    const { tokens: ended } = await endFamiliesOfGrant(tx, userId, clientId, 'revoked', clock.millis());
    if (await findClient({ executor: tx }, clientId))
      await record(tx, { kind: 'consent_withdrawn', userId, details: { client: clientId, revoked: ended } });
    return ended;
  });
  logger.info(
    { audit: 'consent_withdrawn', client: clientId, user: userId, revoked },
    'a person disconnected an application',
  );
}
