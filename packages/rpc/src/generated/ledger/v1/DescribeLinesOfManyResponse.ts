// Original file: ../../protos/ledger/v1/ledger.proto

import type { DescribeLinesResponse as _ledger_v1_DescribeLinesResponse, DescribeLinesResponse__Output as _ledger_v1_DescribeLinesResponse__Output } from '../../ledger/v1/DescribeLinesResponse.ts';

export interface DescribeLinesOfManyResponse {
  'answers'?: (_ledger_v1_DescribeLinesResponse)[];
}

export interface DescribeLinesOfManyResponse__Output {
  'answers': (_ledger_v1_DescribeLinesResponse__Output)[];
}
