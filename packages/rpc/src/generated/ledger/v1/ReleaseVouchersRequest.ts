// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface ReleaseVouchersRequest {
  'clientAccountId'?: (number | string | Long);
  'voucherIds'?: (number | string | Long)[];
}

export interface ReleaseVouchersRequest__Output {
  'clientAccountId': (number);
  'voucherIds': (number)[];
}
