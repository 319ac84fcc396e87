import { anyOf, appendToOutbox, type Tx } from '@app/db';
import { and, asc, eq } from 'drizzle-orm';
import { files } from '../schema/files.ts';
import { vouchers } from '../schema/vouchers.ts';
import { voucherChanged } from './voucher.ts';

/**
 * Removes vouchers of an account, at most so many, and says of each that nothing may refer to it any more: the ledger
 * would go on taking entries for vouchers that a reset took.
 * @returns how many
 */
export async function forgetVouchers(tx: Tx, clientAccountId: number, most: number): Promise<number> {
  const gone = await tx
    .select({ id: vouchers.id, version: vouchers.version, fileName: files.fileName })
    .from(vouchers)
    .innerJoin(files, and(eq(files.clientAccountId, vouchers.clientAccountId), eq(files.id, vouchers.id)))
    .where(eq(vouchers.clientAccountId, clientAccountId))
    .orderBy(asc(vouchers.id))
    .limit(most)
    .for('update', { of: vouchers });
  if (gone.length === 0) return 0;
  const ids = gone.map(({ id }) => id);
  await tx.delete(vouchers).where(and(eq(vouchers.clientAccountId, clientAccountId), anyOf(vouchers.id, ids)));
  await appendToOutbox(
    tx,
    ...gone.map(({ version, ...voucher }) =>
      voucherChanged({ ...voucher, clientAccountId, status: 'DELETED', version: version + 1 }),
    ),
  );
  return gone.length;
}
