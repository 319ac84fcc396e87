// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAccountsRequest {
  'afterId'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListAccountsRequest__Output {
  'afterId': (number);
  'limit': (number);
}
