// Original file: ../../protos/documents/v1/documents.proto

import type { Long } from '@grpc/proto-loader';

export interface GetDocumentsRequest {
  'clientAccountId'?: (number | string | Long);
  'ids'?: (number | string | Long)[];
}

export interface GetDocumentsRequest__Output {
  'clientAccountId': (number);
  'ids': (number)[];
}
