// Original file: ../../protos/documents/v1/vouchers.proto

import type { Voucher as _documents_v1_Voucher, Voucher__Output as _documents_v1_Voucher__Output } from '../../documents/v1/Voucher.ts';

export interface GetVouchersResponse {
  'vouchers'?: (_documents_v1_Voucher)[];
}

export interface GetVouchersResponse__Output {
  'vouchers': (_documents_v1_Voucher__Output)[];
}
