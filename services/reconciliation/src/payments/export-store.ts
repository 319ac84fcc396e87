import type { Executor, Tx } from '@app/db';
import type { Stamp } from '@app/records';
import { and, eq } from 'drizzle-orm';
import { paymentExports } from '../schema/payments.ts';

/** A file for the bank, as it was written. */
export type PaymentExport = Pick<
  typeof paymentExports.$inferSelect,
  'clientAccountId' | 'messageId' | 'paymentCount' | 'content'
>;

/** @returns the id of the export */
export async function insertExport(tx: Tx, written: PaymentExport, { moment, actorId }: Stamp): Promise<number> {
  const [row] = await tx
    .insert(paymentExports)
    .values({ ...written, createdAt: moment, createdById: actorId! })
    .returning({ id: paymentExports.id });
  return row!.id;
}

export async function findExport(
  ex: Executor,
  clientAccountId: number,
  id: number,
): Promise<Pick<PaymentExport, 'messageId' | 'content'> | undefined> {
  const [row] = await ex
    .select({ messageId: paymentExports.messageId, content: paymentExports.content })
    .from(paymentExports)
    .where(and(eq(paymentExports.clientAccountId, clientAccountId), eq(paymentExports.id, id)));
  return row;
}
