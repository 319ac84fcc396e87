import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { PENDING_DAYS } from './contract.ts';
import { expirePending } from './store.ts';

const DAY_MILLIS = 24 * 3_600_000;

/**
 * The job `contract-expiry`: contracts without an answer for more than 90 days expire for good. Gives how many. Safe to
 * run twice.
 */
export function expireContracts({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<number> {
  const now = clock.millis();
  return db.write((tx) => expirePending(tx, new Date(now - PENDING_DAYS * DAY_MILLIS), new Date(now)));
}
