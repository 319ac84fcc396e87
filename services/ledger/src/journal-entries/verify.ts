import type { Database } from '@app/db';
import { sql } from 'drizzle-orm';

/** An invariant that does not hold, and where. */
export interface Violation {
  readonly invariant: string;
  readonly clientAccountId: number;
  /** What identifies the row: an account and month, a day, an entry. */
  readonly subject: string;
}

/**
 * Recomputes everything the books keep beside their lines and names what differs: balances per month and dimension, counts per day, numbers
 * without gaps, entries that balance on each date, one mirrored reversal per cancelled entry, claims within their line.
 * @param clientAccountId one account; every account when it is absent. Reads all lines: never on a request.
 */
export async function verifyBooks(db: Database, clientAccountId?: number): Promise<readonly Violation[]> {
  const rows = await db.reports.execute<{ invariant: string; client_account_id: string; subject: string }>(
    sql`select invariant, client_account_id, subject from verify_books(${clientAccountId ?? null}::bigint) limit 1000`,
  );
  return rows.map(({ invariant, client_account_id, subject }) => ({ invariant, clientAccountId: Number(client_account_id), subject }));
}
