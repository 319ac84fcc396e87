// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface DescribedBalance {
  'accountCode'?: (string);
  'balance'?: (string);
  'lineCount'?: (number | string | Long);
  '_accountCode'?: "accountCode";
}

export interface DescribedBalance__Output {
  'accountCode'?: (string);
  'balance': (string);
  'lineCount': (number);
  '_accountCode'?: "accountCode";
}
