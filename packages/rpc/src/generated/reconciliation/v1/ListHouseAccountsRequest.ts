// Original file: ../../protos/reconciliation/v1/bank_accounts.proto

import type { Long } from '@grpc/proto-loader';

export interface ListHouseAccountsRequest {
  'clientAccountId'?: (number | string | Long);
}

export interface ListHouseAccountsRequest__Output {
  'clientAccountId': (number);
}
