// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface RecordReference {
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
}

export interface RecordReference__Output {
  'relationType': (string);
  'relationId': (number);
}
