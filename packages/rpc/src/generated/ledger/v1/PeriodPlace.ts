// Original file: ../../protos/ledger/v1/periods.proto

import type { Long } from '@grpc/proto-loader';

export interface PeriodPlace {
  'accountCode'?: (string);
  'relationId'?: (number | string | Long);
  '_relationId'?: "relationId";
}

export interface PeriodPlace__Output {
  'accountCode': (string);
  'relationId'?: (number);
  '_relationId'?: "relationId";
}
