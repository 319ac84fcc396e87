// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface BooksRevision {
  'clientAccountId'?: (number | string | Long);
  'revision'?: (number | string | Long);
}

export interface BooksRevision__Output {
  'clientAccountId': (number);
  'revision': (number);
}
