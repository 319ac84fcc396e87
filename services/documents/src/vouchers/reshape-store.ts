import type { Executor } from '@app/db';
import { sql } from 'drizzle-orm';
import { voucherStatements } from '../schema/voucher-statements.ts';
import type { Voucher } from './store.ts';

/** What was last said of a voucher is said of a part of it too, once. Raw: rows are copied within the database. */
export async function copyNewestStatement(
  ex: Executor,
  { id, clientAccountId }: Pick<Voucher, 'id' | 'clientAccountId'>,
  partId: number,
): Promise<void> {
  const s = voucherStatements;
  await ex.execute(sql`
    insert into ${s} (client_account_id, voucher_id, user_id, created_at, created_by_id, voucher_category_id, purpose, participants, payment_method,
      payor_id, project_id, collection_id, tag_ids, comment)
    select client_account_id, ${partId}, user_id, created_at, created_by_id, voucher_category_id, purpose, participants, payment_method,
      payor_id, project_id, collection_id, tag_ids, comment
    from ${s} where client_account_id = ${clientAccountId} and voucher_id = ${id}
      and not exists (select from ${s} made where made.client_account_id = ${clientAccountId} and made.voucher_id = ${partId})
    order by ${s}.id desc limit 1`);
}
