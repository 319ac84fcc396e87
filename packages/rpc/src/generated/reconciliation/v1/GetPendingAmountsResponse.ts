// Original file: ../../protos/reconciliation/v1/payments.proto

import type { PendingAmount as _reconciliation_v1_PendingAmount, PendingAmount__Output as _reconciliation_v1_PendingAmount__Output } from '../../reconciliation/v1/PendingAmount.ts';

export interface GetPendingAmountsResponse {
  'pendingAmounts'?: (_reconciliation_v1_PendingAmount)[];
}

export interface GetPendingAmountsResponse__Output {
  'pendingAmounts': (_reconciliation_v1_PendingAmount__Output)[];
}
