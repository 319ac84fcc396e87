// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface CheckAccessRequest {
  'userId'?: (number | string | Long);
  'clientAccountId'?: (number | string | Long);
}

export interface CheckAccessRequest__Output {
  'userId': (number);
  'clientAccountId': (number);
}
