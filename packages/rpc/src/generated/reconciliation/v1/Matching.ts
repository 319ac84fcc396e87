// Original file: ../../protos/reconciliation/v1/matching.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { MatchVoucherRequest as _reconciliation_v1_MatchVoucherRequest, MatchVoucherRequest__Output as _reconciliation_v1_MatchVoucherRequest__Output } from '../../reconciliation/v1/MatchVoucherRequest.ts';
import type { MatchVoucherResponse as _reconciliation_v1_MatchVoucherResponse, MatchVoucherResponse__Output as _reconciliation_v1_MatchVoucherResponse__Output } from '../../reconciliation/v1/MatchVoucherResponse.ts';

export interface MatchingClient extends grpc.Client {
  MatchVoucher(argument: _reconciliation_v1_MatchVoucherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_MatchVoucherResponse__Output>): grpc.ClientUnaryCall;
  MatchVoucher(argument: _reconciliation_v1_MatchVoucherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_MatchVoucherResponse__Output>): grpc.ClientUnaryCall;
  MatchVoucher(argument: _reconciliation_v1_MatchVoucherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_MatchVoucherResponse__Output>): grpc.ClientUnaryCall;
  MatchVoucher(argument: _reconciliation_v1_MatchVoucherRequest, callback: grpc.requestCallback<_reconciliation_v1_MatchVoucherResponse__Output>): grpc.ClientUnaryCall;
  matchVoucher(argument: _reconciliation_v1_MatchVoucherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_MatchVoucherResponse__Output>): grpc.ClientUnaryCall;
  matchVoucher(argument: _reconciliation_v1_MatchVoucherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_MatchVoucherResponse__Output>): grpc.ClientUnaryCall;
  matchVoucher(argument: _reconciliation_v1_MatchVoucherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_MatchVoucherResponse__Output>): grpc.ClientUnaryCall;
  matchVoucher(argument: _reconciliation_v1_MatchVoucherRequest, callback: grpc.requestCallback<_reconciliation_v1_MatchVoucherResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface MatchingHandlers extends grpc.UntypedServiceImplementation {
  MatchVoucher: grpc.handleUnaryCall<_reconciliation_v1_MatchVoucherRequest__Output, _reconciliation_v1_MatchVoucherResponse>;
  
}

export interface MatchingDefinition extends grpc.ServiceDefinition {
  MatchVoucher: MethodDefinition<_reconciliation_v1_MatchVoucherRequest, _reconciliation_v1_MatchVoucherResponse, _reconciliation_v1_MatchVoucherRequest__Output, _reconciliation_v1_MatchVoucherResponse__Output>
}
