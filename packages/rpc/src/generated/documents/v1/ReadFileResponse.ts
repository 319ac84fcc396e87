// Original file: ../../protos/documents/v1/vouchers.proto

import type { Long } from '@grpc/proto-loader';

export interface ReadFileResponse {
  'content'?: (Buffer | Uint8Array | string);
  'size'?: (number | string | Long);
}

export interface ReadFileResponse__Output {
  'content': (Buffer);
  'size': (number);
}
