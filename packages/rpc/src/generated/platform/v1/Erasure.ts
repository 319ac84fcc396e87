// Original file: ../../protos/platform/v1/erasure.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { EraseRecordsRequest as _platform_v1_EraseRecordsRequest, EraseRecordsRequest__Output as _platform_v1_EraseRecordsRequest__Output } from '../../platform/v1/EraseRecordsRequest.ts';
import type { EraseRecordsResponse as _platform_v1_EraseRecordsResponse, EraseRecordsResponse__Output as _platform_v1_EraseRecordsResponse__Output } from '../../platform/v1/EraseRecordsResponse.ts';

export interface ErasureClient extends grpc.Client {
  EraseRecords(argument: _platform_v1_EraseRecordsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_EraseRecordsResponse__Output>): grpc.ClientUnaryCall;
  EraseRecords(argument: _platform_v1_EraseRecordsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_EraseRecordsResponse__Output>): grpc.ClientUnaryCall;
  EraseRecords(argument: _platform_v1_EraseRecordsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_EraseRecordsResponse__Output>): grpc.ClientUnaryCall;
  EraseRecords(argument: _platform_v1_EraseRecordsRequest, callback: grpc.requestCallback<_platform_v1_EraseRecordsResponse__Output>): grpc.ClientUnaryCall;
  eraseRecords(argument: _platform_v1_EraseRecordsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_EraseRecordsResponse__Output>): grpc.ClientUnaryCall;
  eraseRecords(argument: _platform_v1_EraseRecordsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_EraseRecordsResponse__Output>): grpc.ClientUnaryCall;
  eraseRecords(argument: _platform_v1_EraseRecordsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_EraseRecordsResponse__Output>): grpc.ClientUnaryCall;
  eraseRecords(argument: _platform_v1_EraseRecordsRequest, callback: grpc.requestCallback<_platform_v1_EraseRecordsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ErasureHandlers extends grpc.UntypedServiceImplementation {
  EraseRecords: grpc.handleUnaryCall<_platform_v1_EraseRecordsRequest__Output, _platform_v1_EraseRecordsResponse>;
  
}

export interface ErasureDefinition extends grpc.ServiceDefinition {
  EraseRecords: MethodDefinition<_platform_v1_EraseRecordsRequest, _platform_v1_EraseRecordsResponse, _platform_v1_EraseRecordsRequest__Output, _platform_v1_EraseRecordsResponse__Output>
}
