// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface CancelEntryRequest {
  'clientAccountId'?: (number | string | Long);
  'commandKey'?: (string);
  'userId'?: (number | string | Long);
  'journalEntryId'?: (number | string | Long);
  'reason'?: (string);
}

export interface CancelEntryRequest__Output {
  'clientAccountId': (number);
  'commandKey': (string);
  'userId': (number);
  'journalEntryId': (number);
  'reason': (string);
}
