// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimedLine as _ledger_v1_ClaimedLine, ClaimedLine__Output as _ledger_v1_ClaimedLine__Output } from '../../ledger/v1/ClaimedLine.ts';

export interface ReleaseLinesResponse {
  'lines'?: (_ledger_v1_ClaimedLine)[];
}

export interface ReleaseLinesResponse__Output {
  'lines': (_ledger_v1_ClaimedLine__Output)[];
}
