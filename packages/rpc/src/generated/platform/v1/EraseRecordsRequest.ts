// Original file: ../../protos/platform/v1/erasure.proto

import type { Long } from '@grpc/proto-loader';

export interface EraseRecordsRequest {
  'clientAccountId'?: (number | string | Long);
  'categories'?: (string)[];
  'commandKey'?: (string);
}

export interface EraseRecordsRequest__Output {
  'clientAccountId': (number);
  'categories': (string)[];
  'commandKey': (string);
}
