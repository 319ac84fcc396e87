import type { Executor } from '@app/db';
import { and, eq } from 'drizzle-orm';
import { voucherCollections } from '../schema/voucher-collections.ts';

/** Whether the client account has a collection of vouchers of this id. */
export const hasCollection = async (ex: Executor, clientAccountId: number, collectionId: number): Promise<boolean> =>
  (await ex.$count(
    voucherCollections,
    and(eq(voucherCollections.clientAccountId, clientAccountId), eq(voucherCollections.id, collectionId)),
  )) > 0;
