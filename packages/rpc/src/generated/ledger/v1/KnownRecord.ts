// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface KnownRecord {
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'name'?: (string);
  'isActive'?: (boolean);
}

export interface KnownRecord__Output {
  'relationType': (string);
  'relationId': (number);
  'name': (string);
  'isActive': (boolean);
}
