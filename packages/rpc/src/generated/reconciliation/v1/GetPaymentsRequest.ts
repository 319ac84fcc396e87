// Original file: ../../protos/reconciliation/v1/payments.proto

import type { Long } from '@grpc/proto-loader';

export interface GetPaymentsRequest {
  'clientAccountId'?: (number | string | Long);
  'documentIds'?: (number | string | Long)[];
}

export interface GetPaymentsRequest__Output {
  'clientAccountId': (number);
  'documentIds': (number)[];
}
