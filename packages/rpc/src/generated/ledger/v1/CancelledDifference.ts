// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface CancelledDifference {
  'journalEntryId'?: (number | string | Long);
  'userId'?: (number | string | Long);
  'reason'?: (string);
}

export interface CancelledDifference__Output {
  'journalEntryId': (number);
  'userId': (number);
  'reason': (string);
}
