// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface ChangeCurrencyRequest {
  'clientAccountId'?: (number | string | Long);
  'commandKey'?: (string);
  'currencyCode'?: (string);
  'accountVersion'?: (number | string | Long);
}

export interface ChangeCurrencyRequest__Output {
  'clientAccountId': (number);
  'commandKey': (string);
  'currencyCode': (string);
  'accountVersion': (number);
}
