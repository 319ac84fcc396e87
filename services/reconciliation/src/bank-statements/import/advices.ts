import type { CamtEntry } from '@app/camt';
import { adviceOf, paymentsOf } from './advice.ts';
import type { ImportContext, Intake } from './context.ts';
import type { Duplicates } from './duplicates.ts';
import type { HouseAccount } from './house.ts';
import type { AdviceRow } from './rows.ts';
import { adviceKey, insertAdvices, type Place, storedAdvices } from './store.ts';

/** Advices that are stored by one statement of SQL. */
const ADVICES = 1_000;

/**
 * Stores what a notification tells of payments that came in.
 * @param duplicates of the account, over all notifications of the file
 */
export function takeNotification(
  { tx, stamp, clientAccountId, until, tally }: ImportContext,
  house: HouseAccount,
  duplicates: Duplicates,
): Intake {
  const place: Place = { clientAccountId, bankAccountId: house.id };
  let waiting: AdviceRow[] = [];

  const flush = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    const stored = await storedAdvices(tx, place, until.advice, rows);
    const fresh = rows.filter((row) => {
      if (!duplicates.isStored(adviceKey(row), stored)) return true;
      tally.skip(row.archive_reference, 'duplicate');
      return false;
    });
    if (fresh.length > 0) tally.advised(await insertAdvices(tx, place, stamp, fresh));
  };

  return {
    take: async (entry: CamtEntry) => {
      if (entry.amount.startsWith('-')) return tally.skip(entry.reference ?? entry.ownReference, 'debit');
      for (const payment of paymentsOf(entry)) {
        if (payment.isCredit === false && entry.details.length > 1) {
          tally.skip(payment.reference ?? entry.reference, 'debit');
          continue;
        }
        waiting.push(adviceOf(payment, entry));
        if (waiting.length >= ADVICES) await flush();
      }
    },
    end: flush,
  };
}
