// Original file: ../../protos/ledger/v1/periods.proto

import type { Long } from '@grpc/proto-loader';

export interface OpenItem {
  'accountId'?: (number | string | Long);
  'businessPartnerId'?: (number | string | Long);
  'journalLineId'?: (number | string | Long);
  'postingDate'?: (string);
  'description'?: (string);
  'sequenceNumber'?: (number | string | Long);
  'amount'?: (string);
}

export interface OpenItem__Output {
  'accountId': (number);
  'businessPartnerId': (number);
  'journalLineId': (number);
  'postingDate': (string);
  'description': (string);
  'sequenceNumber': (number);
  'amount': (string);
}
