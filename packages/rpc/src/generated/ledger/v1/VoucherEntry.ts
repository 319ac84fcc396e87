// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface VoucherEntry {
  'id'?: (number | string | Long);
  'voucherId'?: (number | string | Long);
  'sequenceNumber'?: (number | string | Long);
  'postingDate'?: (string);
  'description'?: (string);
  'isDraft'?: (boolean);
  'isCancelled'?: (boolean);
  '_sequenceNumber'?: "sequenceNumber";
}

export interface VoucherEntry__Output {
  'id': (number);
  'voucherId': (number);
  'sequenceNumber'?: (number);
  'postingDate': (string);
  'description': (string);
  'isDraft': (boolean);
  'isCancelled': (boolean);
  '_sequenceNumber'?: "sequenceNumber";
}
