// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface ClaimedLine {
  'journalLineId'?: (number | string | Long);
  'remainingAmount'?: (string);
  'remainingAmountFc'?: (string);
}

export interface ClaimedLine__Output {
  'journalLineId': (number);
  'remainingAmount': (string);
  'remainingAmountFc': (string);
}
