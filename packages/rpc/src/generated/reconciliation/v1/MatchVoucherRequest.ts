// Original file: ../../protos/reconciliation/v1/matching.proto

import type { Long } from '@grpc/proto-loader';

export interface MatchVoucherRequest {
  'clientAccountId'?: (number | string | Long);
  'voucherId'?: (number | string | Long);
  'documentIds'?: (number | string | Long)[];
}

export interface MatchVoucherRequest__Output {
  'clientAccountId': (number);
  'voucherId': (number);
  'documentIds': (number)[];
}
