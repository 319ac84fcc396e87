// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface ListBooksRequest {
  'afterClientAccountId'?: (number | string | Long);
}

export interface ListBooksRequest__Output {
  'afterClientAccountId': (number);
}
