// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface GetUserMembershipsRequest {
  'userId'?: (number | string | Long);
}

export interface GetUserMembershipsRequest__Output {
  'userId': (number);
}
