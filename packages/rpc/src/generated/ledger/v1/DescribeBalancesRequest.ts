// Original file: ../../protos/ledger/v1/ledger.proto

import type { BalanceQuery as _ledger_v1_BalanceQuery, BalanceQuery__Output as _ledger_v1_BalanceQuery__Output } from '../../ledger/v1/BalanceQuery.ts';
import type { Long } from '@grpc/proto-loader';

export interface DescribeBalancesRequest {
  'clientAccountId'?: (number | string | Long);
  'queries'?: (_ledger_v1_BalanceQuery)[];
}

export interface DescribeBalancesRequest__Output {
  'clientAccountId': (number);
  'queries': (_ledger_v1_BalanceQuery__Output)[];
}
