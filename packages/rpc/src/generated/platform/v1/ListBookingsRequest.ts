// Original file: ../../protos/platform/v1/bookings.proto

import type { Long } from '@grpc/proto-loader';

export interface ListBookingsRequest {
  'clientAccountId'?: (number | string | Long);
  'afterId'?: (number | string | Long);
}

export interface ListBookingsRequest__Output {
  'clientAccountId': (number);
  'afterId': (number);
}
