// Original file: ../../protos/ledger/v1/ledger.proto

import type { DescribedBalance as _ledger_v1_DescribedBalance, DescribedBalance__Output as _ledger_v1_DescribedBalance__Output } from '../../ledger/v1/DescribedBalance.ts';

export interface DescribeBalancesResponse {
  'currencyCode'?: (string);
  'balances'?: (_ledger_v1_DescribedBalance)[];
}

export interface DescribeBalancesResponse__Output {
  'currencyCode': (string);
  'balances': (_ledger_v1_DescribedBalance__Output)[];
}
