// Original file: ../../protos/platform/v1/changes.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetChangesRequest as _platform_v1_GetChangesRequest, GetChangesRequest__Output as _platform_v1_GetChangesRequest__Output } from '../../platform/v1/GetChangesRequest.ts';
import type { GetChangesResponse as _platform_v1_GetChangesResponse, GetChangesResponse__Output as _platform_v1_GetChangesResponse__Output } from '../../platform/v1/GetChangesResponse.ts';

export interface ChangesClient extends grpc.Client {
  GetChanges(argument: _platform_v1_GetChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_GetChangesResponse__Output>): grpc.ClientUnaryCall;
  GetChanges(argument: _platform_v1_GetChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_GetChangesResponse__Output>): grpc.ClientUnaryCall;
  GetChanges(argument: _platform_v1_GetChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_GetChangesResponse__Output>): grpc.ClientUnaryCall;
  GetChanges(argument: _platform_v1_GetChangesRequest, callback: grpc.requestCallback<_platform_v1_GetChangesResponse__Output>): grpc.ClientUnaryCall;
  getChanges(argument: _platform_v1_GetChangesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_GetChangesResponse__Output>): grpc.ClientUnaryCall;
  getChanges(argument: _platform_v1_GetChangesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_GetChangesResponse__Output>): grpc.ClientUnaryCall;
  getChanges(argument: _platform_v1_GetChangesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_GetChangesResponse__Output>): grpc.ClientUnaryCall;
  getChanges(argument: _platform_v1_GetChangesRequest, callback: grpc.requestCallback<_platform_v1_GetChangesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ChangesHandlers extends grpc.UntypedServiceImplementation {
  GetChanges: grpc.handleUnaryCall<_platform_v1_GetChangesRequest__Output, _platform_v1_GetChangesResponse>;
  
}

export interface ChangesDefinition extends grpc.ServiceDefinition {
  GetChanges: MethodDefinition<_platform_v1_GetChangesRequest, _platform_v1_GetChangesResponse, _platform_v1_GetChangesRequest__Output, _platform_v1_GetChangesResponse__Output>
}
