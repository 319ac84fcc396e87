// Original file: ../../protos/documents/v1/vouchers.proto

import type { Long } from '@grpc/proto-loader';

export interface ReadFileRequest {
  'clientAccountId'?: (number | string | Long);
  'fileId'?: (number | string | Long);
  'offset'?: (number | string | Long);
}

export interface ReadFileRequest__Output {
  'clientAccountId': (number);
  'fileId': (number);
  'offset': (number);
}
