// Original file: ../../protos/platform/v1/changes.proto

import type { Long } from '@grpc/proto-loader';

export interface GetChangesRequest {
  'since'?: (string);
  'afterId'?: (number | string | Long);
  'subjects'?: (string)[];
  '_since'?: "since";
}

export interface GetChangesRequest__Output {
  'since'?: (string);
  'afterId': (number);
  'subjects': (string)[];
  '_since'?: "since";
}
