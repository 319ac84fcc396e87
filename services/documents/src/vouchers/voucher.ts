import type { NewEvent } from '@app/db';
import { referenceChangedBy } from '@app/events';
import type { vouchers } from '../schema/vouchers.ts';

/** Types of documents that a voucher may be of (docs/contract/vouchers.md). */
export const VOUCHER_TYPES = [
  'ARINV',
  'ARCRN',
  'ARCIN',
  'ARPIN',
  'ARDEB',
  'APINV',
  'APCRN',
  'RECPT',
  'APCIN',
  'APPIN',
  'APDEB',
  'PAYSR',
  'SALSM',
  'VATST',
  'VATRP',
  'PRRUN',
  'PRPAY',
  'PRTAX',
] as const;

export type VoucherType = (typeof VOUCHER_TYPES)[number];

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
