// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface GetAccountRequest {
  'clientAccountId'?: (number | string | Long);
}

export interface GetAccountRequest__Output {
  'clientAccountId': (number);
}
