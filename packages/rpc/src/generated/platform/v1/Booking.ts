// Original file: ../../protos/platform/v1/bookings.proto

import type { Long } from '@grpc/proto-loader';

export interface Booking {
  'recordId'?: (number | string | Long);
  'journalEntryId'?: (number | string | Long);
}

export interface Booking__Output {
  'recordId': (number);
  'journalEntryId': (number);
}
