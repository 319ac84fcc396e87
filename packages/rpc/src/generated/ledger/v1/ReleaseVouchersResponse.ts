// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface ReleaseVouchersResponse {
  'postedVoucherIds'?: (number | string | Long)[];
}

export interface ReleaseVouchersResponse__Output {
  'postedVoucherIds': (number)[];
}
