// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface RegisterFromSignupRequest {
  'commandKey'?: (string);
  'userId'?: (number | string | Long);
  'organizationNumber'?: (string);
  'organizationName'?: (string);
}

export interface RegisterFromSignupRequest__Output {
  'commandKey': (string);
  'userId': (number);
  'organizationNumber': (string);
  'organizationName': (string);
}
