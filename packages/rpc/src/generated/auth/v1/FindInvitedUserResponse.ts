// Original file: ../../protos/auth/v1/auth.proto

import type { Long } from '@grpc/proto-loader';

export interface FindInvitedUserResponse {
  'userId'?: (number | string | Long);
  '_userId'?: "userId";
}

export interface FindInvitedUserResponse__Output {
  'userId'?: (number);
  '_userId'?: "userId";
}
