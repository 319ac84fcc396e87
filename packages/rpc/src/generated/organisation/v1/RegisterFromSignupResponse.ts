// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface RegisterFromSignupResponse {
  'clientAccountId'?: (number | string | Long);
}

export interface RegisterFromSignupResponse__Output {
  'clientAccountId': (number);
}
