// Original file: ../../protos/platform/v1/records.proto

import type { Long } from '@grpc/proto-loader';

export interface CountRecordsRequest {
  'clientAccountId'?: (number | string | Long);
}

export interface CountRecordsRequest__Output {
  'clientAccountId': (number);
}
