// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface GetLineStandingsRequest {
  'clientAccountId'?: (number | string | Long);
  'journalLineIds'?: (number | string | Long)[];
}

export interface GetLineStandingsRequest__Output {
  'clientAccountId': (number);
  'journalLineIds': (number)[];
}
