import { appendToOutbox, type Tx } from '@app/db';
import { periodChanged as fact } from '@app/events';
import type { Period } from './store.ts';

/** Says that a period was made, or has another status. */
export const periodChanged = (tx: Tx, period: Period): Promise<void> =>
  appendToOutbox(
    tx,
    fact.create(
      {
        client_account_id: period.clientAccountId,
        period_id: period.id,
        period_start: period.periodStart,
        period_end: period.periodEnd,
        status: period.status,
        version: period.version,
      },
      period.clientAccountId,
    ),
  );
