// Original file: ../../protos/reconciliation/v1/payments.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetPaymentsRequest as _reconciliation_v1_GetPaymentsRequest, GetPaymentsRequest__Output as _reconciliation_v1_GetPaymentsRequest__Output } from '../../reconciliation/v1/GetPaymentsRequest.ts';
import type { GetPaymentsResponse as _reconciliation_v1_GetPaymentsResponse, GetPaymentsResponse__Output as _reconciliation_v1_GetPaymentsResponse__Output } from '../../reconciliation/v1/GetPaymentsResponse.ts';
import type { GetPendingAmountsRequest as _reconciliation_v1_GetPendingAmountsRequest, GetPendingAmountsRequest__Output as _reconciliation_v1_GetPendingAmountsRequest__Output } from '../../reconciliation/v1/GetPendingAmountsRequest.ts';
import type { GetPendingAmountsResponse as _reconciliation_v1_GetPendingAmountsResponse, GetPendingAmountsResponse__Output as _reconciliation_v1_GetPendingAmountsResponse__Output } from '../../reconciliation/v1/GetPendingAmountsResponse.ts';

export interface PaymentsClient extends grpc.Client {
  GetPayments(argument: _reconciliation_v1_GetPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetPaymentsResponse__Output>): grpc.ClientUnaryCall;
  GetPayments(argument: _reconciliation_v1_GetPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_GetPaymentsResponse__Output>): grpc.ClientUnaryCall;
  GetPayments(argument: _reconciliation_v1_GetPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetPaymentsResponse__Output>): grpc.ClientUnaryCall;
  GetPayments(argument: _reconciliation_v1_GetPaymentsRequest, callback: grpc.requestCallback<_reconciliation_v1_GetPaymentsResponse__Output>): grpc.ClientUnaryCall;
  getPayments(argument: _reconciliation_v1_GetPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetPaymentsResponse__Output>): grpc.ClientUnaryCall;
  getPayments(argument: _reconciliation_v1_GetPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_GetPaymentsResponse__Output>): grpc.ClientUnaryCall;
  getPayments(argument: _reconciliation_v1_GetPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetPaymentsResponse__Output>): grpc.ClientUnaryCall;
  getPayments(argument: _reconciliation_v1_GetPaymentsRequest, callback: grpc.requestCallback<_reconciliation_v1_GetPaymentsResponse__Output>): grpc.ClientUnaryCall;
  
  GetPendingAmounts(argument: _reconciliation_v1_GetPendingAmountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetPendingAmountsResponse__Output>): grpc.ClientUnaryCall;
  GetPendingAmounts(argument: _reconciliation_v1_GetPendingAmountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_GetPendingAmountsResponse__Output>): grpc.ClientUnaryCall;
  GetPendingAmounts(argument: _reconciliation_v1_GetPendingAmountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetPendingAmountsResponse__Output>): grpc.ClientUnaryCall;
  GetPendingAmounts(argument: _reconciliation_v1_GetPendingAmountsRequest, callback: grpc.requestCallback<_reconciliation_v1_GetPendingAmountsResponse__Output>): grpc.ClientUnaryCall;
  getPendingAmounts(argument: _reconciliation_v1_GetPendingAmountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetPendingAmountsResponse__Output>): grpc.ClientUnaryCall;
  getPendingAmounts(argument: _reconciliation_v1_GetPendingAmountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_GetPendingAmountsResponse__Output>): grpc.ClientUnaryCall;
  getPendingAmounts(argument: _reconciliation_v1_GetPendingAmountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetPendingAmountsResponse__Output>): grpc.ClientUnaryCall;
  getPendingAmounts(argument: _reconciliation_v1_GetPendingAmountsRequest, callback: grpc.requestCallback<_reconciliation_v1_GetPendingAmountsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PaymentsHandlers extends grpc.UntypedServiceImplementation {
  GetPayments: grpc.handleUnaryCall<_reconciliation_v1_GetPaymentsRequest__Output, _reconciliation_v1_GetPaymentsResponse>;
  
  GetPendingAmounts: grpc.handleUnaryCall<_reconciliation_v1_GetPendingAmountsRequest__Output, _reconciliation_v1_GetPendingAmountsResponse>;
  
}

export interface PaymentsDefinition extends grpc.ServiceDefinition {
  GetPayments: MethodDefinition<_reconciliation_v1_GetPaymentsRequest, _reconciliation_v1_GetPaymentsResponse, _reconciliation_v1_GetPaymentsRequest__Output, _reconciliation_v1_GetPaymentsResponse__Output>
  GetPendingAmounts: MethodDefinition<_reconciliation_v1_GetPendingAmountsRequest, _reconciliation_v1_GetPendingAmountsResponse, _reconciliation_v1_GetPendingAmountsRequest__Output, _reconciliation_v1_GetPendingAmountsResponse__Output>
}
