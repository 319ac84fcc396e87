// Original file: ../../protos/reconciliation/v1/records.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetLiveRecordsRequest as _reconciliation_v1_GetLiveRecordsRequest, GetLiveRecordsRequest__Output as _reconciliation_v1_GetLiveRecordsRequest__Output } from '../../reconciliation/v1/GetLiveRecordsRequest.ts';
import type { GetLiveRecordsResponse as _reconciliation_v1_GetLiveRecordsResponse, GetLiveRecordsResponse__Output as _reconciliation_v1_GetLiveRecordsResponse__Output } from '../../reconciliation/v1/GetLiveRecordsResponse.ts';

export interface ReconciliationsClient extends grpc.Client {
  GetLiveRecords(argument: _reconciliation_v1_GetLiveRecordsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetLiveRecordsResponse__Output>): grpc.ClientUnaryCall;
  GetLiveRecords(argument: _reconciliation_v1_GetLiveRecordsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_GetLiveRecordsResponse__Output>): grpc.ClientUnaryCall;
  GetLiveRecords(argument: _reconciliation_v1_GetLiveRecordsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetLiveRecordsResponse__Output>): grpc.ClientUnaryCall;
  GetLiveRecords(argument: _reconciliation_v1_GetLiveRecordsRequest, callback: grpc.requestCallback<_reconciliation_v1_GetLiveRecordsResponse__Output>): grpc.ClientUnaryCall;
  getLiveRecords(argument: _reconciliation_v1_GetLiveRecordsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetLiveRecordsResponse__Output>): grpc.ClientUnaryCall;
  getLiveRecords(argument: _reconciliation_v1_GetLiveRecordsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_reconciliation_v1_GetLiveRecordsResponse__Output>): grpc.ClientUnaryCall;
  getLiveRecords(argument: _reconciliation_v1_GetLiveRecordsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_reconciliation_v1_GetLiveRecordsResponse__Output>): grpc.ClientUnaryCall;
  getLiveRecords(argument: _reconciliation_v1_GetLiveRecordsRequest, callback: grpc.requestCallback<_reconciliation_v1_GetLiveRecordsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ReconciliationsHandlers extends grpc.UntypedServiceImplementation {
  GetLiveRecords: grpc.handleUnaryCall<_reconciliation_v1_GetLiveRecordsRequest__Output, _reconciliation_v1_GetLiveRecordsResponse>;
  
}

export interface ReconciliationsDefinition extends grpc.ServiceDefinition {
  GetLiveRecords: MethodDefinition<_reconciliation_v1_GetLiveRecordsRequest, _reconciliation_v1_GetLiveRecordsResponse, _reconciliation_v1_GetLiveRecordsRequest__Output, _reconciliation_v1_GetLiveRecordsResponse__Output>
}
