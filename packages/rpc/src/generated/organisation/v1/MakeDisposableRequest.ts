// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface MakeDisposableRequest {
  'clientAccountId'?: (number | string | Long);
}

export interface MakeDisposableRequest__Output {
  'clientAccountId': (number);
}
