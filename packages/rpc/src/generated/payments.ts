import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetPaymentsRequest as _reconciliation_v1_GetPaymentsRequest, GetPaymentsRequest__Output as _reconciliation_v1_GetPaymentsRequest__Output } from './reconciliation/v1/GetPaymentsRequest.ts';
import type { GetPaymentsResponse as _reconciliation_v1_GetPaymentsResponse, GetPaymentsResponse__Output as _reconciliation_v1_GetPaymentsResponse__Output } from './reconciliation/v1/GetPaymentsResponse.ts';
import type { GetPendingAmountsRequest as _reconciliation_v1_GetPendingAmountsRequest, GetPendingAmountsRequest__Output as _reconciliation_v1_GetPendingAmountsRequest__Output } from './reconciliation/v1/GetPendingAmountsRequest.ts';
import type { GetPendingAmountsResponse as _reconciliation_v1_GetPendingAmountsResponse, GetPendingAmountsResponse__Output as _reconciliation_v1_GetPendingAmountsResponse__Output } from './reconciliation/v1/GetPendingAmountsResponse.ts';
import type { Payment as _reconciliation_v1_Payment, Payment__Output as _reconciliation_v1_Payment__Output } from './reconciliation/v1/Payment.ts';
import type { PaymentsClient as _reconciliation_v1_PaymentsClient, PaymentsDefinition as _reconciliation_v1_PaymentsDefinition } from './reconciliation/v1/Payments.ts';
import type { PendingAmount as _reconciliation_v1_PendingAmount, PendingAmount__Output as _reconciliation_v1_PendingAmount__Output } from './reconciliation/v1/PendingAmount.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  reconciliation: {
    v1: {
      GetPaymentsRequest: MessageTypeDefinition<_reconciliation_v1_GetPaymentsRequest, _reconciliation_v1_GetPaymentsRequest__Output>
      GetPaymentsResponse: MessageTypeDefinition<_reconciliation_v1_GetPaymentsResponse, _reconciliation_v1_GetPaymentsResponse__Output>
      GetPendingAmountsRequest: MessageTypeDefinition<_reconciliation_v1_GetPendingAmountsRequest, _reconciliation_v1_GetPendingAmountsRequest__Output>
      GetPendingAmountsResponse: MessageTypeDefinition<_reconciliation_v1_GetPendingAmountsResponse, _reconciliation_v1_GetPendingAmountsResponse__Output>
      Payment: MessageTypeDefinition<_reconciliation_v1_Payment, _reconciliation_v1_Payment__Output>
      Payments: SubtypeConstructor<typeof grpc.Client, _reconciliation_v1_PaymentsClient> & { service: _reconciliation_v1_PaymentsDefinition }
      PendingAmount: MessageTypeDefinition<_reconciliation_v1_PendingAmount, _reconciliation_v1_PendingAmount__Output>
    }
  }
}

