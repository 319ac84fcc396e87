// Original file: ../../protos/platform/v1/references.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ResolveRequest as _platform_v1_ResolveRequest, ResolveRequest__Output as _platform_v1_ResolveRequest__Output } from '../../platform/v1/ResolveRequest.ts';
import type { ResolveResponse as _platform_v1_ResolveResponse, ResolveResponse__Output as _platform_v1_ResolveResponse__Output } from '../../platform/v1/ResolveResponse.ts';

export interface ReferencesClient extends grpc.Client {
  Resolve(argument: _platform_v1_ResolveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_v1_ResolveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_v1_ResolveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  Resolve(argument: _platform_v1_ResolveRequest, callback: grpc.requestCallback<_platform_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_v1_ResolveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_v1_ResolveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_v1_ResolveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  resolve(argument: _platform_v1_ResolveRequest, callback: grpc.requestCallback<_platform_v1_ResolveResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ReferencesHandlers extends grpc.UntypedServiceImplementation {
  Resolve: grpc.handleUnaryCall<_platform_v1_ResolveRequest__Output, _platform_v1_ResolveResponse>;
  
}

export interface ReferencesDefinition extends grpc.ServiceDefinition {
  Resolve: MethodDefinition<_platform_v1_ResolveRequest, _platform_v1_ResolveResponse, _platform_v1_ResolveRequest__Output, _platform_v1_ResolveResponse__Output>
}
