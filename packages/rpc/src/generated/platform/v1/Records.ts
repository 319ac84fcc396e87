// Original file: ../../protos/platform/v1/records.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CountRecordsRequest as _platform_v1_CountRecordsRequest, CountRecordsRequest__Output as _platform_v1_CountRecordsRequest__Output } from '../../platform/v1/CountRecordsRequest.ts';
import type { CountRecordsResponse as _platform_v1_CountRecordsResponse, CountRecordsResponse__Output as _platform_v1_CountRecordsResponse__Output } from '../../platform/v1/CountRecordsResponse.ts';

export interface RecordsClient extends grpc.Client {
  CountRecords(argument: _platform_v1_CountRecordsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_CountRecordsResponse__Output>): grpc.ClientUnaryCall;
  CountRecords(argument: _platform_v1_CountRecordsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_CountRecordsResponse__Output>): grpc.ClientUnaryCall;
  CountRecords(argument: _platform_v1_CountRecordsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_CountRecordsResponse__Output>): grpc.ClientUnaryCall;
  CountRecords(argument: _platform_v1_CountRecordsRequest, callback: grpc.requestCallback<_platform_v1_CountRecordsResponse__Output>): grpc.ClientUnaryCall;
  countRecords(argument: _platform_v1_CountRecordsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_CountRecordsResponse__Output>): grpc.ClientUnaryCall;
  countRecords(argument: _platform_v1_CountRecordsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_CountRecordsResponse__Output>): grpc.ClientUnaryCall;
  countRecords(argument: _platform_v1_CountRecordsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_CountRecordsResponse__Output>): grpc.ClientUnaryCall;
  countRecords(argument: _platform_v1_CountRecordsRequest, callback: grpc.requestCallback<_platform_v1_CountRecordsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface RecordsHandlers extends grpc.UntypedServiceImplementation {
  CountRecords: grpc.handleUnaryCall<_platform_v1_CountRecordsRequest__Output, _platform_v1_CountRecordsResponse>;
  
}

export interface RecordsDefinition extends grpc.ServiceDefinition {
  CountRecords: MethodDefinition<_platform_v1_CountRecordsRequest, _platform_v1_CountRecordsResponse, _platform_v1_CountRecordsRequest__Output, _platform_v1_CountRecordsResponse__Output>
}
