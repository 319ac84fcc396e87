// Original file: ../../protos/ledger/v1/periods.proto

import type { Long } from '@grpc/proto-loader';

export interface GetFirstPostingRequest {
  'clientAccountId'?: (number | string | Long);
}

export interface GetFirstPostingRequest__Output {
  'clientAccountId': (number);
}
