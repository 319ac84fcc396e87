// Original file: ../../protos/ledger/v1/ledger.proto

import type { DescribeBooksRequest as _ledger_v1_DescribeBooksRequest, DescribeBooksRequest__Output as _ledger_v1_DescribeBooksRequest__Output } from '../../ledger/v1/DescribeBooksRequest.ts';

export interface DescribeBooksOfManyRequest {
  'questions'?: (_ledger_v1_DescribeBooksRequest)[];
}

export interface DescribeBooksOfManyRequest__Output {
  'questions': (_ledger_v1_DescribeBooksRequest__Output)[];
}
