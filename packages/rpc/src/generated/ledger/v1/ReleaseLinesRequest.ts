// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimKind as _ledger_v1_ClaimKind, ClaimKind__Output as _ledger_v1_ClaimKind__Output } from '../../ledger/v1/ClaimKind.ts';
import type { CancelledDifference as _ledger_v1_CancelledDifference, CancelledDifference__Output as _ledger_v1_CancelledDifference__Output } from '../../ledger/v1/CancelledDifference.ts';
import type { Long } from '@grpc/proto-loader';

export interface ReleaseLinesRequest {
  'clientAccountId'?: (number | string | Long);
  'commandKey'?: (string);
  'kind'?: (_ledger_v1_ClaimKind);
  'reconciliationId'?: (number | string | Long);
  'difference'?: (_ledger_v1_CancelledDifference | null);
  '_difference'?: "difference";
}

export interface ReleaseLinesRequest__Output {
  'clientAccountId': (number);
  'commandKey': (string);
  'kind': (_ledger_v1_ClaimKind__Output);
  'reconciliationId': (number);
  'difference'?: (_ledger_v1_CancelledDifference__Output | null);
  '_difference'?: "difference";
}
