// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimFault as _ledger_v1_ClaimFault, ClaimFault__Output as _ledger_v1_ClaimFault__Output } from '../../ledger/v1/ClaimFault.ts';
import type { ClaimedLine as _ledger_v1_ClaimedLine, ClaimedLine__Output as _ledger_v1_ClaimedLine__Output } from '../../ledger/v1/ClaimedLine.ts';

export interface ClaimLinesResponse {
  'faults'?: (_ledger_v1_ClaimFault)[];
  'lines'?: (_ledger_v1_ClaimedLine)[];
}

export interface ClaimLinesResponse__Output {
  'faults': (_ledger_v1_ClaimFault__Output)[];
  'lines': (_ledger_v1_ClaimedLine__Output)[];
}
