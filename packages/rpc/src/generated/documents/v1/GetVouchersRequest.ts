// Original file: ../../protos/documents/v1/vouchers.proto

import type { Long } from '@grpc/proto-loader';

export interface GetVouchersRequest {
  'clientAccountId'?: (number | string | Long);
  'ids'?: (number | string | Long)[];
}

export interface GetVouchersRequest__Output {
  'clientAccountId': (number);
  'ids': (number)[];
}
