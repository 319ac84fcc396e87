// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimLinesRequest as _ledger_v1_ClaimLinesRequest, ClaimLinesRequest__Output as _ledger_v1_ClaimLinesRequest__Output } from '../../ledger/v1/ClaimLinesRequest.ts';

export interface ClaimLinesOfManyRequest {
  'commands'?: (_ledger_v1_ClaimLinesRequest)[];
}

export interface ClaimLinesOfManyRequest__Output {
  'commands': (_ledger_v1_ClaimLinesRequest__Output)[];
}
