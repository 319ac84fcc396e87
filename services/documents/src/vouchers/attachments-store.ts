import type { Tx } from '@app/db';
import { sql } from 'drizzle-orm';
import { voucherAttachments } from '../schema/vouchers.ts';
import type { Voucher } from './store.ts';

type OfVoucher = Pick<Voucher, 'id' | 'clientAccountId'>;

/** Attaches files behind those that are attached already. Under the turn of the account, so that places are free. */
export async function appendAttachments(
  tx: Tx,
  { id, clientAccountId }: OfVoucher,
  fileIds: readonly number[],
): Promise<void> {
  const { place, voucherId } = voucherAttachments;
  const last = sql`(select coalesce(max(${place}), 0) from ${voucherAttachments} where ${voucherId} = ${id})`;
  await tx
    .insert(voucherAttachments)
    .values(
      fileIds.map((fileId, index) => ({
        ...{ clientAccountId, voucherId: id, fileId },
        place: sql`${last} + ${index + 1}::bigint`,
      })),
    )
    .onConflictDoNothing();
}
