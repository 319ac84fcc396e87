// Original file: ../../protos/ledger/v1/periods.proto

import type { Long } from '@grpc/proto-loader';

export interface PeriodAccount {
  'id'?: (number | string | Long);
  'code'?: (string);
  'descriptionNob'?: (string);
  'descriptionEng'?: (string);
  'relationType'?: (string);
  '_relationType'?: "relationType";
}

export interface PeriodAccount__Output {
  'id': (number);
  'code': (string);
  'descriptionNob': (string);
  'descriptionEng': (string);
  'relationType'?: (string);
  '_relationType'?: "relationType";
}
