// Original file: ../../protos/ledger/v1/ledger.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { HasPostingsRequest as _ledger_v1_HasPostingsRequest, HasPostingsRequest__Output as _ledger_v1_HasPostingsRequest__Output } from '../../ledger/v1/HasPostingsRequest.ts';
import type { HasPostingsResponse as _ledger_v1_HasPostingsResponse, HasPostingsResponse__Output as _ledger_v1_HasPostingsResponse__Output } from '../../ledger/v1/HasPostingsResponse.ts';

export interface LedgerClient extends grpc.Client {
  HasPostings(argument: _ledger_v1_HasPostingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  HasPostings(argument: _ledger_v1_HasPostingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  HasPostings(argument: _ledger_v1_HasPostingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  HasPostings(argument: _ledger_v1_HasPostingsRequest, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  hasPostings(argument: _ledger_v1_HasPostingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  hasPostings(argument: _ledger_v1_HasPostingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  hasPostings(argument: _ledger_v1_HasPostingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  hasPostings(argument: _ledger_v1_HasPostingsRequest, callback: grpc.requestCallback<_ledger_v1_HasPostingsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface LedgerHandlers extends grpc.UntypedServiceImplementation {
  HasPostings: grpc.handleUnaryCall<_ledger_v1_HasPostingsRequest__Output, _ledger_v1_HasPostingsResponse>;
  
}

export interface LedgerDefinition extends grpc.ServiceDefinition {
  HasPostings: MethodDefinition<_ledger_v1_HasPostingsRequest, _ledger_v1_HasPostingsResponse, _ledger_v1_HasPostingsRequest__Output, _ledger_v1_HasPostingsResponse__Output>
}
