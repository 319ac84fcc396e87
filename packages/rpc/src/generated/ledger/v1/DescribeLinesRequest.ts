// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface DescribeLinesRequest {
  'clientAccountId'?: (number | string | Long);
  'journalLineIds'?: (number | string | Long)[];
}

export interface DescribeLinesRequest__Output {
  'clientAccountId': (number);
  'journalLineIds': (number)[];
}
