// Original file: ../../protos/reconciliation/v1/payments.proto

import type { Payment as _reconciliation_v1_Payment, Payment__Output as _reconciliation_v1_Payment__Output } from '../../reconciliation/v1/Payment.ts';

export interface GetPaymentsResponse {
  'payments'?: (_reconciliation_v1_Payment)[];
}

export interface GetPaymentsResponse__Output {
  'payments': (_reconciliation_v1_Payment__Output)[];
}
