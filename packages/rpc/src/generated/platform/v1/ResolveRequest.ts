// Original file: ../../protos/platform/v1/references.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveRequest {
  'clientAccountId'?: (number | string | Long);
  'type'?: (string);
  'ids'?: (number | string | Long)[];
}

export interface ResolveRequest__Output {
  'clientAccountId': (number);
  'type': (string);
  'ids': (number)[];
}
