// Original file: ../../protos/platform/v1/operations.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { RunJobRequest as _platform_v1_RunJobRequest, RunJobRequest__Output as _platform_v1_RunJobRequest__Output } from '../../platform/v1/RunJobRequest.ts';
import type { RunJobResponse as _platform_v1_RunJobResponse, RunJobResponse__Output as _platform_v1_RunJobResponse__Output } from '../../platform/v1/RunJobResponse.ts';
import type { SetClockRequest as _platform_v1_SetClockRequest, SetClockRequest__Output as _platform_v1_SetClockRequest__Output } from '../../platform/v1/SetClockRequest.ts';
import type { SetClockResponse as _platform_v1_SetClockResponse, SetClockResponse__Output as _platform_v1_SetClockResponse__Output } from '../../platform/v1/SetClockResponse.ts';

export interface OperationsClient extends grpc.Client {
  RunJob(argument: _platform_v1_RunJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_RunJobResponse__Output>): grpc.ClientUnaryCall;
  RunJob(argument: _platform_v1_RunJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_RunJobResponse__Output>): grpc.ClientUnaryCall;
  RunJob(argument: _platform_v1_RunJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_RunJobResponse__Output>): grpc.ClientUnaryCall;
  RunJob(argument: _platform_v1_RunJobRequest, callback: grpc.requestCallback<_platform_v1_RunJobResponse__Output>): grpc.ClientUnaryCall;
  runJob(argument: _platform_v1_RunJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_RunJobResponse__Output>): grpc.ClientUnaryCall;
  runJob(argument: _platform_v1_RunJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_RunJobResponse__Output>): grpc.ClientUnaryCall;
  runJob(argument: _platform_v1_RunJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_RunJobResponse__Output>): grpc.ClientUnaryCall;
  runJob(argument: _platform_v1_RunJobRequest, callback: grpc.requestCallback<_platform_v1_RunJobResponse__Output>): grpc.ClientUnaryCall;
  
  SetClock(argument: _platform_v1_SetClockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_SetClockResponse__Output>): grpc.ClientUnaryCall;
  SetClock(argument: _platform_v1_SetClockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_SetClockResponse__Output>): grpc.ClientUnaryCall;
  SetClock(argument: _platform_v1_SetClockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_SetClockResponse__Output>): grpc.ClientUnaryCall;
  SetClock(argument: _platform_v1_SetClockRequest, callback: grpc.requestCallback<_platform_v1_SetClockResponse__Output>): grpc.ClientUnaryCall;
  setClock(argument: _platform_v1_SetClockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_SetClockResponse__Output>): grpc.ClientUnaryCall;
  setClock(argument: _platform_v1_SetClockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_SetClockResponse__Output>): grpc.ClientUnaryCall;
  setClock(argument: _platform_v1_SetClockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_SetClockResponse__Output>): grpc.ClientUnaryCall;
  setClock(argument: _platform_v1_SetClockRequest, callback: grpc.requestCallback<_platform_v1_SetClockResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface OperationsHandlers extends grpc.UntypedServiceImplementation {
  RunJob: grpc.handleUnaryCall<_platform_v1_RunJobRequest__Output, _platform_v1_RunJobResponse>;
  
  SetClock: grpc.handleUnaryCall<_platform_v1_SetClockRequest__Output, _platform_v1_SetClockResponse>;
  
}

export interface OperationsDefinition extends grpc.ServiceDefinition {
  RunJob: MethodDefinition<_platform_v1_RunJobRequest, _platform_v1_RunJobResponse, _platform_v1_RunJobRequest__Output, _platform_v1_RunJobResponse__Output>
  SetClock: MethodDefinition<_platform_v1_SetClockRequest, _platform_v1_SetClockResponse, _platform_v1_SetClockRequest__Output, _platform_v1_SetClockResponse__Output>
}
