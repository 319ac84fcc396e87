// Original file: ../../protos/ledger/v1/periods.proto

import type { Long } from '@grpc/proto-loader';

export interface DescribePeriodRequest {
  'clientAccountId'?: (number | string | Long);
  'from'?: (string);
  'to'?: (string);
  'accountCodes'?: (string)[];
  'offset'?: (number);
}

export interface DescribePeriodRequest__Output {
  'clientAccountId': (number);
  'from': (string);
  'to': (string);
  'accountCodes': (string)[];
  'offset': (number);
}
