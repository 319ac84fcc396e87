// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface OpenLineCursor {
  'businessPartnerId'?: (number | string | Long);
  'postingDate'?: (string);
  'journalLineId'?: (number | string | Long);
}

export interface OpenLineCursor__Output {
  'businessPartnerId': (number);
  'postingDate': (string);
  'journalLineId': (number);
}
