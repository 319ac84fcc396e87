import type { NewEvent } from '@app/db';
import { referenceChangedBy } from '@app/events';
import type { vouchers } from '../schema/vouchers.ts';

export type { VoucherType } from '@app/api/documents/index';
export { VOUCHER_TYPES } from '@app/api/documents/index';

export type VoucherStatus = (typeof vouchers.$inferSelect)['status'];

const referenceChanged = referenceChangedBy('documents');

/** The fact that others may refer to a voucher, or no longer may. */
export const voucherChanged = (voucher: {
  readonly clientAccountId: number;
  readonly id: number;
  readonly fileName: string;
  readonly status: VoucherStatus;
  readonly version: number;
}): NewEvent =>
  referenceChanged.create(
    {
      client_account_id: voucher.clientAccountId,
      type: 'voucher',
      id: voucher.id,
      name: voucher.fileName,
      is_active: voucher.status !== 'DELETED',
      version: voucher.version,
    },
    voucher.clientAccountId,
  );
