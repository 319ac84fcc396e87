// Original file: ../../protos/ledger/v1/periods.proto

import type { PeriodMonth as _ledger_v1_PeriodMonth, PeriodMonth__Output as _ledger_v1_PeriodMonth__Output } from '../../ledger/v1/PeriodMonth.ts';
import type { Long } from '@grpc/proto-loader';

export interface PeriodPart {
  'accountId'?: (number | string | Long);
  'relationId'?: (number | string | Long);
  'relationName'?: (string);
  'openingBalance'?: (string);
  'movement'?: (string);
  'earlierLines'?: (number | string | Long);
  'lines'?: (number | string | Long);
  'months'?: (_ledger_v1_PeriodMonth)[];
  '_relationId'?: "relationId";
  '_relationName'?: "relationName";
}

export interface PeriodPart__Output {
  'accountId': (number);
  'relationId'?: (number);
  'relationName'?: (string);
  'openingBalance': (string);
  'movement': (string);
  'earlierLines': (number);
  'lines': (number);
  'months': (_ledger_v1_PeriodMonth__Output)[];
  '_relationId'?: "relationId";
  '_relationName'?: "relationName";
}
