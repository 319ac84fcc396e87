// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimFault as _ledger_v1_ClaimFault, ClaimFault__Output as _ledger_v1_ClaimFault__Output } from '../../ledger/v1/ClaimFault.ts';
import type { ClaimedLine as _ledger_v1_ClaimedLine, ClaimedLine__Output as _ledger_v1_ClaimedLine__Output } from '../../ledger/v1/ClaimedLine.ts';
import type { Long } from '@grpc/proto-loader';

export interface ClaimLinesResponse {
  'faults'?: (_ledger_v1_ClaimFault)[];
  'lines'?: (_ledger_v1_ClaimedLine)[];
  'differenceEntryId'?: (number | string | Long);
  'differenceLineId'?: (number | string | Long);
  '_differenceEntryId'?: "differenceEntryId";
  '_differenceLineId'?: "differenceLineId";
}

export interface ClaimLinesResponse__Output {
  'faults': (_ledger_v1_ClaimFault__Output)[];
  'lines': (_ledger_v1_ClaimedLine__Output)[];
  'differenceEntryId'?: (number);
  'differenceLineId'?: (number);
  '_differenceEntryId'?: "differenceEntryId";
  '_differenceLineId'?: "differenceLineId";
}
