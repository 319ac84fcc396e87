import type { Database } from '@app/db';
import type { Clock } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { requireFewVouchers } from './of-vouchers.ts';

/**
 * Lets vouchers go: their drafts are deleted, and no entry takes them again. Raw: a function of the database, since the
 * service itself may delete no entry (sql/drafts.sql).
 * @returns vouchers with a posted entry that stands; nothing was changed then
 * @throws Failure 400 for too many vouchers
 */
export async function releaseVouchers(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { clientAccountId, voucherIds }: { readonly clientAccountId: number; readonly voucherIds: readonly number[] },
): Promise<number[]> {
  requireFewVouchers(voucherIds);
  const command = JSON.stringify({
    client_account_id: clientAccountId,
    voucher_ids: voucherIds,
    now: clock.now().toString(),
  });
  const [row] = await db.write((tx) =>
    tx.execute<{ result: { posted: number[] } }>(sql`select release_vouchers(${command}::text::jsonb) as result`),
  );
  return row!.result.posted;
}
