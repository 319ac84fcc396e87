// Original file: ../../protos/auth/v1/auth.proto

import type { Long } from '@grpc/proto-loader';

export interface GetUsersRequest {
  'ids'?: (number | string | Long)[];
}

export interface GetUsersRequest__Output {
  'ids': (number)[];
}
