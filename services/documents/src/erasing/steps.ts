import { ACCOUNT, type ErasureStep, rowsOf, type Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import { arrivingContents, contents } from '../schema/contents.ts';
import { createCommands } from '../schema/create-commands.ts';
import { files } from '../schema/files.ts';
import { changeTurns, voucherAttachments } from '../schema/vouchers.ts';
import { forgetVouchers } from '../vouchers/forget.ts';

const VOUCHERS = ['VOUCHERS', ACCOUNT];
const EVERY_FILE = ['VOUCHERS', 'CHAT', ACCOUNT];

/** Files of some types that nothing is made of any more: those they were made of come with the next batch. */
const leaves =
  (types: readonly string[]): ErasureStep['erase'] =>
  async (tx, clientAccountId, most) => {
    const gone = await tx.execute(sql`
      delete from ${files} where id = any (array(
        select f.id from ${files} f
        where f.client_account_id = ${clientAccountId}::bigint and f.type = any (${sql.param([...types])}::text[])
          and not exists (
            select from ${files} made
            where made.client_account_id = f.client_account_id and made.source_file_id = f.id)
        limit ${most}))
      returning 1`);
    return gone.length;
  };

/**
 * Contents that no file has any more. Their keys are noted as left over in the same transaction, so that the bytes go
 * whatever happens next (`removeLeftOver`).
 */
async function unusedContents(tx: Tx, clientAccountId: number, most: number): Promise<number> {
  const gone = await tx.execute(sql`
    with unused as (
      delete from ${contents} where client_account_id = ${clientAccountId}::bigint and sha256 = any (array(
        select c.sha256 from ${contents} c
        where c.client_account_id = ${clientAccountId}::bigint and not exists (
          select from ${files} f where f.client_account_id = c.client_account_id and f.sha256 = c.sha256)
        limit ${most}))
      returning store_key, client_account_id)
    insert into ${arrivingContents} (store_key, client_account_id, begun_at)
    select store_key, client_account_id, 'epoch' from unused on conflict do nothing
    returning 1`);
  return gone.length;
}

/** What documents holds of a client account. Bytes that files share go with the last of them. */
export const erasureSteps: readonly ErasureStep[] = [
  rowsOf(createCommands, { with: VOUCHERS }),
  rowsOf(voucherAttachments, { with: VOUCHERS }),
  { table: 'vouchers', with: VOUCHERS, counts: 'VOUCHERS', erase: forgetVouchers },
  { table: 'files', with: VOUCHERS, erase: leaves(['VOUCHER', 'ATTACHMENT']) },
  { with: ['CHAT', ACCOUNT], erase: leaves(['CHAT_ATTACHMENT']) },
  { table: 'contents', with: EVERY_FILE, erase: unusedContents },
  rowsOf(changeTurns, { with: [ACCOUNT] }),
];
