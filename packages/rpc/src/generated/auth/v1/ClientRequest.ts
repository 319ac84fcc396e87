// Original file: ../../protos/auth/v1/auth.proto

import type { Long } from '@grpc/proto-loader';

export interface ClientRequest {
  'clientId'?: (string);
  'atMillis'?: (number | string | Long);
  'method'?: (string);
  'path'?: (string);
  'status'?: (number);
  'code'?: (string);
  'tool'?: (string);
  'requestId'?: (string);
  'durationMillis'?: (number);
  'clientAccountId'?: (number | string | Long);
  '_code'?: "code";
  '_tool'?: "tool";
  '_clientAccountId'?: "clientAccountId";
}

export interface ClientRequest__Output {
  'clientId': (string);
  'atMillis': (number);
  'method': (string);
  'path': (string);
  'status': (number);
  'code'?: (string);
  'tool'?: (string);
  'requestId': (string);
  'durationMillis': (number);
  'clientAccountId'?: (number);
  '_code'?: "code";
  '_tool'?: "tool";
  '_clientAccountId'?: "clientAccountId";
}
