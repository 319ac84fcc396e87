// Original file: ../../protos/platform/v1/records.proto

import type { Long } from '@grpc/proto-loader';

export interface RecordCount {
  'kind'?: (string);
  'count'?: (number | string | Long);
}

export interface RecordCount__Output {
  'kind': (string);
  'count': (number);
}
