// Original file: ../../protos/platform/v1/operations.proto

import type { Long } from '@grpc/proto-loader';

export interface RunJobResponse {
  'changed'?: (number | string | Long);
}

export interface RunJobResponse__Output {
  'changed': (number);
}
