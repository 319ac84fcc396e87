// Original file: ../../protos/platform/v1/erasure.proto

import type { Long } from '@grpc/proto-loader';

export interface ErasedCount {
  'category'?: (string);
  'count'?: (number | string | Long);
}

export interface ErasedCount__Output {
  'category': (string);
  'count': (number);
}
