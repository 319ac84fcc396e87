// Original file: ../../protos/platform/v1/references.proto

import type { Long } from '@grpc/proto-loader';

export interface Reference {
  'id'?: (number | string | Long);
  'name'?: (string);
  'isActive'?: (boolean);
}

export interface Reference__Output {
  'id': (number);
  'name': (string);
  'isActive': (boolean);
}
