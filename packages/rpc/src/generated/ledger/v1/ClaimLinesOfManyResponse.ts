// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimLinesOutcome as _ledger_v1_ClaimLinesOutcome, ClaimLinesOutcome__Output as _ledger_v1_ClaimLinesOutcome__Output } from '../../ledger/v1/ClaimLinesOutcome.ts';

export interface ClaimLinesOfManyResponse {
  'outcomes'?: (_ledger_v1_ClaimLinesOutcome)[];
}

export interface ClaimLinesOfManyResponse__Output {
  'outcomes': (_ledger_v1_ClaimLinesOutcome__Output)[];
}
