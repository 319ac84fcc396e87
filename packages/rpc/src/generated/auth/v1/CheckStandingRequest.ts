// Original file: ../../protos/auth/v1/auth.proto

import type { Long } from '@grpc/proto-loader';

export interface CheckStandingRequest {
  'userId'?: (number | string | Long);
  'clientId'?: (string);
  'sessionId'?: (string);
  '_clientId'?: "clientId";
  '_sessionId'?: "sessionId";
}

export interface CheckStandingRequest__Output {
  'userId': (number);
  'clientId'?: (string);
  'sessionId'?: (string);
  '_clientId'?: "clientId";
  '_sessionId'?: "sessionId";
}
