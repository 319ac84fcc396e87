// Original file: ../../protos/documents/v1/vouchers.proto

import type { Long } from '@grpc/proto-loader';

export interface ListFilesRequest {
  'clientAccountId'?: (number | string | Long);
  'afterId'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListFilesRequest__Output {
  'clientAccountId': (number);
  'afterId': (number);
  'limit': (number);
}
