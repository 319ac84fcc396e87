import type { Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import { recordSeries } from '../schema/record-series.ts';
import type { RecordType } from './record.ts';

export interface Turn {
  /** The number a new record gets. */
  readonly number: number;
  /** The moment of the change: after every earlier one of the kind in this account, whatever the clock says. */
  readonly changedAt: Date;
}

/**
 * Waits for the other writers of the kind in this account, until this transaction ends. So numbers have no gaps, and
 * whoever polls by `updated_at` misses nothing that commits late. Taken before any record of the kind.
 */
export async function lockSeries(
  tx: Tx,
  series: { readonly clientAccountId: number; readonly type: RecordType | 'invitation'; readonly isNew: boolean },
  now: Date,
): Promise<Turn> {
  const step = series.isNew ? 1 : 0;
  const { clientAccountId, kind, lastNumber, lastChangeAt } = recordSeries;
  const [row] = await tx
    .insert(recordSeries)
    .values({ clientAccountId: series.clientAccountId, kind: series.type, lastNumber: step, lastChangeAt: now })
    .onConflictDoUpdate({
      target: [clientAccountId, kind],
      set: {
        lastNumber: sql`${lastNumber} + ${step}`,
        lastChangeAt: sql`greatest(${lastChangeAt} + interval '1 millisecond', excluded.last_change_at)`,
      },
    })
    .returning({ number: lastNumber, changedAt: lastChangeAt });
  return row!;
}
