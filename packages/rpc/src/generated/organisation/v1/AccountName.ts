// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface AccountName {
  'id'?: (number | string | Long);
  'uniqueName'?: (string);
  'displayName'?: (string);
}

export interface AccountName__Output {
  'id': (number);
  'uniqueName': (string);
  'displayName': (string);
}
