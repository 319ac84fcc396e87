// Original file: ../../protos/organisation/v1/organisation.proto

import type { Dimension as _organisation_v1_Dimension, Dimension__Output as _organisation_v1_Dimension__Output } from '../../organisation/v1/Dimension.ts';

export interface ResolveDimensionsResponse {
  'dimensions'?: (_organisation_v1_Dimension)[];
}

export interface ResolveDimensionsResponse__Output {
  'dimensions': (_organisation_v1_Dimension__Output)[];
}
