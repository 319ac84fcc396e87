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
