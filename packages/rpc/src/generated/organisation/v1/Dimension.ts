// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface Dimension {
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'name'?: (string);
  'isActive'?: (boolean);
}

export interface Dimension__Output {
  'relationType': (string);
  'relationId': (number);
  'name': (string);
  'isActive': (boolean);
}
