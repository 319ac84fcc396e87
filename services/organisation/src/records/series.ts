import type { Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import type { RecordType } from './record.ts';

export interface Turn {
  /** The number a new record gets. */
  readonly number: number;
  /** The moment of the change: after every earlier one of the kind in this account, whatever the clock says. */
  readonly changedAt: Date;
}

interface Row extends Record<string, unknown> {
  readonly number: string;
  readonly changed_at: string;
}

/**
 * Waits for the other writers of the kind in this account, until this transaction ends. So numbers have no gaps, and whoever polls by
 * `updated_at` misses nothing that commits late. Taken before any record of the kind.
 */
export async function lockSeries(
  tx: Tx,
  series: { readonly clientAccountId: number; readonly type: RecordType | 'invitation'; readonly isNew: boolean },
  now: Date,
): Promise<Turn> {
  const step = series.isNew ? 1 : 0;
  const [row] = await tx.execute<Row>(sql`
    insert into record_series as s (client_account_id, kind, last_number, last_change_at)
    values (${series.clientAccountId}, ${series.type}, ${step}, ${now.toISOString()}::timestamptz)
    on conflict (client_account_id, kind) do update
      set last_number = s.last_number + ${step}, last_change_at = greatest(s.last_change_at + interval '1 millisecond', excluded.last_change_at)
    returning last_number as number, last_change_at as changed_at`);
  return { number: Number(row!.number), changedAt: new Date(row!.changed_at) };
}
