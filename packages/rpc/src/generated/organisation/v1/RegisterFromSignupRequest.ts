// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface RegisterFromSignupRequest {
  'commandKey'?: (string);
  'userId'?: (number | string | Long);
  'organizationId'?: (number | string | Long);
}

export interface RegisterFromSignupRequest__Output {
  'commandKey': (string);
  'userId': (number);
  'organizationId': (number);
}
