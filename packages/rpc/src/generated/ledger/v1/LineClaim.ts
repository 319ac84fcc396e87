// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface LineClaim {
  'reconciliationEntryId'?: (number | string | Long);
  'journalLineId'?: (number | string | Long);
  'amount'?: (string);
  'amountFc'?: (string);
}

export interface LineClaim__Output {
  'reconciliationEntryId': (number);
  'journalLineId': (number);
  'amount': (string);
  'amountFc': (string);
}
