import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Booking as _platform_v1_Booking, Booking__Output as _platform_v1_Booking__Output } from './platform/v1/Booking.ts';
import type { BookingsClient as _platform_v1_BookingsClient, BookingsDefinition as _platform_v1_BookingsDefinition } from './platform/v1/Bookings.ts';
import type { ListBookingsRequest as _platform_v1_ListBookingsRequest, ListBookingsRequest__Output as _platform_v1_ListBookingsRequest__Output } from './platform/v1/ListBookingsRequest.ts';
import type { ListBookingsResponse as _platform_v1_ListBookingsResponse, ListBookingsResponse__Output as _platform_v1_ListBookingsResponse__Output } from './platform/v1/ListBookingsResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    v1: {
      Booking: MessageTypeDefinition<_platform_v1_Booking, _platform_v1_Booking__Output>
      Bookings: SubtypeConstructor<typeof grpc.Client, _platform_v1_BookingsClient> & { service: _platform_v1_BookingsDefinition }
      ListBookingsRequest: MessageTypeDefinition<_platform_v1_ListBookingsRequest, _platform_v1_ListBookingsRequest__Output>
      ListBookingsResponse: MessageTypeDefinition<_platform_v1_ListBookingsResponse, _platform_v1_ListBookingsResponse__Output>
    }
  }
}

