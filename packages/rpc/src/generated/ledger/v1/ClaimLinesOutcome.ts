// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimLinesResponse as _ledger_v1_ClaimLinesResponse, ClaimLinesResponse__Output as _ledger_v1_ClaimLinesResponse__Output } from '../../ledger/v1/ClaimLinesResponse.ts';

export interface ClaimLinesOutcome {
  'answer'?: (_ledger_v1_ClaimLinesResponse | null);
  '_answer'?: "answer";
}

export interface ClaimLinesOutcome__Output {
  'answer'?: (_ledger_v1_ClaimLinesResponse__Output | null);
  '_answer'?: "answer";
}
