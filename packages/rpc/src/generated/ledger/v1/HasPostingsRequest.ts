// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface HasPostingsRequest {
  'clientAccountId'?: (number | string | Long);
}

export interface HasPostingsRequest__Output {
  'clientAccountId': (number);
}
