// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface DimensionKey {
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
}

export interface DimensionKey__Output {
  'relationType': (string);
  'relationId': (number);
}
