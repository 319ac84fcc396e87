// Original file: ../../protos/organisation/v1/organisation.proto

import type { DimensionKey as _organisation_v1_DimensionKey, DimensionKey__Output as _organisation_v1_DimensionKey__Output } from '../../organisation/v1/DimensionKey.ts';
import type { Long } from '@grpc/proto-loader';

export interface ResolveDimensionsRequest {
  'clientAccountId'?: (number | string | Long);
  'dimensions'?: (_organisation_v1_DimensionKey)[];
}

export interface ResolveDimensionsRequest__Output {
  'clientAccountId': (number);
  'dimensions': (_organisation_v1_DimensionKey__Output)[];
}
