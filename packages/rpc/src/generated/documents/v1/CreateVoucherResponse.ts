// Original file: ../../protos/documents/v1/vouchers.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateVoucherResponse {
  'voucherId'?: (number | string | Long);
}

export interface CreateVoucherResponse__Output {
  'voucherId': (number);
}
