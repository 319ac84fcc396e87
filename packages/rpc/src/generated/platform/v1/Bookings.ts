// Original file: ../../protos/platform/v1/bookings.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListBookingsRequest as _platform_v1_ListBookingsRequest, ListBookingsRequest__Output as _platform_v1_ListBookingsRequest__Output } from '../../platform/v1/ListBookingsRequest.ts';
import type { ListBookingsResponse as _platform_v1_ListBookingsResponse, ListBookingsResponse__Output as _platform_v1_ListBookingsResponse__Output } from '../../platform/v1/ListBookingsResponse.ts';

export interface BookingsClient extends grpc.Client {
  ListBookings(argument: _platform_v1_ListBookingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_ListBookingsResponse__Output>): grpc.ClientUnaryCall;
  ListBookings(argument: _platform_v1_ListBookingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_ListBookingsResponse__Output>): grpc.ClientUnaryCall;
  ListBookings(argument: _platform_v1_ListBookingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_ListBookingsResponse__Output>): grpc.ClientUnaryCall;
  ListBookings(argument: _platform_v1_ListBookingsRequest, callback: grpc.requestCallback<_platform_v1_ListBookingsResponse__Output>): grpc.ClientUnaryCall;
  listBookings(argument: _platform_v1_ListBookingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_ListBookingsResponse__Output>): grpc.ClientUnaryCall;
  listBookings(argument: _platform_v1_ListBookingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_v1_ListBookingsResponse__Output>): grpc.ClientUnaryCall;
  listBookings(argument: _platform_v1_ListBookingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_v1_ListBookingsResponse__Output>): grpc.ClientUnaryCall;
  listBookings(argument: _platform_v1_ListBookingsRequest, callback: grpc.requestCallback<_platform_v1_ListBookingsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface BookingsHandlers extends grpc.UntypedServiceImplementation {
  ListBookings: grpc.handleUnaryCall<_platform_v1_ListBookingsRequest__Output, _platform_v1_ListBookingsResponse>;
  
}

export interface BookingsDefinition extends grpc.ServiceDefinition {
  ListBookings: MethodDefinition<_platform_v1_ListBookingsRequest, _platform_v1_ListBookingsResponse, _platform_v1_ListBookingsRequest__Output, _platform_v1_ListBookingsResponse__Output>
}
