import { anyOf, type Tx } from '@app/db';
import { and, eq, sql } from 'drizzle-orm';
import { files } from '../schema/files.ts';
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

/**
 * Attaches these files instead of those that are attached, in this order.
 * @returns the first that is no active attachment of the account, and then nothing was changed
 */
export async function replaceAttachments(
  tx: Tx,
  { id, clientAccountId }: OfVoucher,
  fileIds: readonly number[],
): Promise<number | undefined> {
  const wanted = [...new Set(fileIds)];
  const known = await tx
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.clientAccountId, clientAccountId),
        anyOf(files.id, wanted),
        eq(files.type, 'ATTACHMENT'),
        files.isActive,
      ),
    );
  const ids = new Set(known.map((file) => file.id));
  const strange = wanted.find((each) => !ids.has(each));
  if (strange !== undefined) return strange;
  const { voucherId } = voucherAttachments;
  await tx
    .delete(voucherAttachments)
    .where(and(eq(voucherAttachments.clientAccountId, clientAccountId), eq(voucherId, id)));
  if (wanted.length > 0) await appendAttachments(tx, { id, clientAccountId }, wanted);
  return undefined;
}
