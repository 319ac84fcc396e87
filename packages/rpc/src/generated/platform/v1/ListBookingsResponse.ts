// Original file: ../../protos/platform/v1/bookings.proto

import type { Booking as _platform_v1_Booking, Booking__Output as _platform_v1_Booking__Output } from '../../platform/v1/Booking.ts';

export interface ListBookingsResponse {
  'bookings'?: (_platform_v1_Booking)[];
}

export interface ListBookingsResponse__Output {
  'bookings': (_platform_v1_Booking__Output)[];
}
