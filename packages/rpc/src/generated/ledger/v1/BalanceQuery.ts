// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface BalanceQuery {
  'accountId'?: (number | string | Long);
  'asOfDate'?: (string);
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'currencyCode'?: (string);
  '_relationType'?: "relationType";
  '_relationId'?: "relationId";
  '_currencyCode'?: "currencyCode";
}

export interface BalanceQuery__Output {
  'accountId': (number);
  'asOfDate': (string);
  'relationType'?: (string);
  'relationId'?: (number);
  'currencyCode'?: (string);
  '_relationType'?: "relationType";
  '_relationId'?: "relationId";
  '_currencyCode'?: "currencyCode";
}
