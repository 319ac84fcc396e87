// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface LineStanding {
  'journalLineId'?: (number | string | Long);
  'amount'?: (string);
  'amountFc'?: (string);
  'reconciledAmount'?: (string);
  'reconciledAmountFc'?: (string);
}

export interface LineStanding__Output {
  'journalLineId': (number);
  'amount': (string);
  'amountFc': (string);
  'reconciledAmount': (string);
  'reconciledAmountFc': (string);
}
