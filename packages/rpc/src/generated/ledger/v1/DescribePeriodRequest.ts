// Original file: ../../protos/ledger/v1/periods.proto

import type { PeriodPlace as _ledger_v1_PeriodPlace, PeriodPlace__Output as _ledger_v1_PeriodPlace__Output } from '../../ledger/v1/PeriodPlace.ts';
import type { Long } from '@grpc/proto-loader';

export interface DescribePeriodRequest {
  'clientAccountId'?: (number | string | Long);
  'from'?: (string);
  'to'?: (string);
  'accountCodes'?: (string)[];
  'offset'?: (number);
  'after'?: (_ledger_v1_PeriodPlace | null);
  '_after'?: "after";
}

export interface DescribePeriodRequest__Output {
  'clientAccountId': (number);
  'from': (string);
  'to': (string);
  'accountCodes': (string)[];
  'offset': (number);
  'after'?: (_ledger_v1_PeriodPlace__Output | null);
  '_after'?: "after";
}
