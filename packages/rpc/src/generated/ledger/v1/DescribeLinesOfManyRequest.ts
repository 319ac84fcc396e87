// Original file: ../../protos/ledger/v1/ledger.proto

import type { DescribeLinesRequest as _ledger_v1_DescribeLinesRequest, DescribeLinesRequest__Output as _ledger_v1_DescribeLinesRequest__Output } from '../../ledger/v1/DescribeLinesRequest.ts';

export interface DescribeLinesOfManyRequest {
  'questions'?: (_ledger_v1_DescribeLinesRequest)[];
}

export interface DescribeLinesOfManyRequest__Output {
  'questions': (_ledger_v1_DescribeLinesRequest__Output)[];
}
