// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface PostEntryResponse {
  'journalEntryId'?: (number | string | Long);
  'sequenceNumber'?: (number | string | Long);
  'journalLineIds'?: (number | string | Long)[];
}

export interface PostEntryResponse__Output {
  'journalEntryId': (number);
  'sequenceNumber': (number);
  'journalLineIds': (number)[];
}
