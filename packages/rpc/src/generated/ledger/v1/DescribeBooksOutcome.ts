// Original file: ../../protos/ledger/v1/ledger.proto

import type { DescribeBooksResponse as _ledger_v1_DescribeBooksResponse, DescribeBooksResponse__Output as _ledger_v1_DescribeBooksResponse__Output } from '../../ledger/v1/DescribeBooksResponse.ts';

export interface DescribeBooksOutcome {
  'answer'?: (_ledger_v1_DescribeBooksResponse | null);
  '_answer'?: "answer";
}

export interface DescribeBooksOutcome__Output {
  'answer'?: (_ledger_v1_DescribeBooksResponse__Output | null);
  '_answer'?: "answer";
}
