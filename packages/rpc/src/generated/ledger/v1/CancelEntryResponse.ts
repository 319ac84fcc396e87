// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface CancelEntryResponse {
  'journalEntryId'?: (number | string | Long);
}

export interface CancelEntryResponse__Output {
  'journalEntryId': (number);
}
