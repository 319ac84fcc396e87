// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface Role {
  'id'?: (number | string | Long);
  'name'?: (string);
}

export interface Role__Output {
  'id': (number);
  'name': (string);
}
