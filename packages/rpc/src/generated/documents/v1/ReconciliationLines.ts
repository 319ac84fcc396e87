// Original file: ../../protos/documents/v1/reconciliation_lines.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetReconciliationLinesRequest as _documents_v1_GetReconciliationLinesRequest, GetReconciliationLinesRequest__Output as _documents_v1_GetReconciliationLinesRequest__Output } from '../../documents/v1/GetReconciliationLinesRequest.ts';
import type { GetReconciliationLinesResponse as _documents_v1_GetReconciliationLinesResponse, GetReconciliationLinesResponse__Output as _documents_v1_GetReconciliationLinesResponse__Output } from '../../documents/v1/GetReconciliationLinesResponse.ts';
import type { HoldReconciliationLinesRequest as _documents_v1_HoldReconciliationLinesRequest, HoldReconciliationLinesRequest__Output as _documents_v1_HoldReconciliationLinesRequest__Output } from '../../documents/v1/HoldReconciliationLinesRequest.ts';
import type { HoldReconciliationLinesResponse as _documents_v1_HoldReconciliationLinesResponse, HoldReconciliationLinesResponse__Output as _documents_v1_HoldReconciliationLinesResponse__Output } from '../../documents/v1/HoldReconciliationLinesResponse.ts';

export interface ReconciliationLinesClient extends grpc.Client {
  GetReconciliationLines(argument: _documents_v1_GetReconciliationLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  GetReconciliationLines(argument: _documents_v1_GetReconciliationLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_GetReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  GetReconciliationLines(argument: _documents_v1_GetReconciliationLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  GetReconciliationLines(argument: _documents_v1_GetReconciliationLinesRequest, callback: grpc.requestCallback<_documents_v1_GetReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  getReconciliationLines(argument: _documents_v1_GetReconciliationLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  getReconciliationLines(argument: _documents_v1_GetReconciliationLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_GetReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  getReconciliationLines(argument: _documents_v1_GetReconciliationLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_GetReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  getReconciliationLines(argument: _documents_v1_GetReconciliationLinesRequest, callback: grpc.requestCallback<_documents_v1_GetReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  
  HoldReconciliationLines(argument: _documents_v1_HoldReconciliationLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_HoldReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  HoldReconciliationLines(argument: _documents_v1_HoldReconciliationLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_HoldReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  HoldReconciliationLines(argument: _documents_v1_HoldReconciliationLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_HoldReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  HoldReconciliationLines(argument: _documents_v1_HoldReconciliationLinesRequest, callback: grpc.requestCallback<_documents_v1_HoldReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  holdReconciliationLines(argument: _documents_v1_HoldReconciliationLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_HoldReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  holdReconciliationLines(argument: _documents_v1_HoldReconciliationLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_documents_v1_HoldReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  holdReconciliationLines(argument: _documents_v1_HoldReconciliationLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_documents_v1_HoldReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  holdReconciliationLines(argument: _documents_v1_HoldReconciliationLinesRequest, callback: grpc.requestCallback<_documents_v1_HoldReconciliationLinesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ReconciliationLinesHandlers extends grpc.UntypedServiceImplementation {
  GetReconciliationLines: grpc.handleUnaryCall<_documents_v1_GetReconciliationLinesRequest__Output, _documents_v1_GetReconciliationLinesResponse>;
  
  HoldReconciliationLines: grpc.handleUnaryCall<_documents_v1_HoldReconciliationLinesRequest__Output, _documents_v1_HoldReconciliationLinesResponse>;
  
}

export interface ReconciliationLinesDefinition extends grpc.ServiceDefinition {
  GetReconciliationLines: MethodDefinition<_documents_v1_GetReconciliationLinesRequest, _documents_v1_GetReconciliationLinesResponse, _documents_v1_GetReconciliationLinesRequest__Output, _documents_v1_GetReconciliationLinesResponse__Output>
  HoldReconciliationLines: MethodDefinition<_documents_v1_HoldReconciliationLinesRequest, _documents_v1_HoldReconciliationLinesResponse, _documents_v1_HoldReconciliationLinesRequest__Output, _documents_v1_HoldReconciliationLinesResponse__Output>
}
