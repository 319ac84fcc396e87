// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface GetAccountSettingsRequest {
  'clientAccountId'?: (number | string | Long);
  'asOf'?: (string);
}

export interface GetAccountSettingsRequest__Output {
  'clientAccountId': (number);
  'asOf': (string);
}
