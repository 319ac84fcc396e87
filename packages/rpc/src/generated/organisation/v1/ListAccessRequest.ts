// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAccessRequest {
  'userId'?: (number | string | Long);
  'all'?: (boolean);
}

export interface ListAccessRequest__Output {
  'userId': (number);
  'all': (boolean);
}
