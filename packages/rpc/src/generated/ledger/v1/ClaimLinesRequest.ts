// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimKind as _ledger_v1_ClaimKind, ClaimKind__Output as _ledger_v1_ClaimKind__Output } from '../../ledger/v1/ClaimKind.ts';
import type { LineClaim as _ledger_v1_LineClaim, LineClaim__Output as _ledger_v1_LineClaim__Output } from '../../ledger/v1/LineClaim.ts';
import type { ExchangeDifference as _ledger_v1_ExchangeDifference, ExchangeDifference__Output as _ledger_v1_ExchangeDifference__Output } from '../../ledger/v1/ExchangeDifference.ts';
import type { Long } from '@grpc/proto-loader';

export interface ClaimLinesRequest {
  'clientAccountId'?: (number | string | Long);
  'commandKey'?: (string);
  'kind'?: (_ledger_v1_ClaimKind);
  'reconciliationId'?: (number | string | Long);
  'claims'?: (_ledger_v1_LineClaim)[];
  'difference'?: (_ledger_v1_ExchangeDifference | null);
  '_difference'?: "difference";
}

export interface ClaimLinesRequest__Output {
  'clientAccountId': (number);
  'commandKey': (string);
  'kind': (_ledger_v1_ClaimKind__Output);
  'reconciliationId': (number);
  'claims': (_ledger_v1_LineClaim__Output)[];
  'difference'?: (_ledger_v1_ExchangeDifference__Output | null);
  '_difference'?: "difference";
}
