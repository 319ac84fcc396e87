// Original file: ../../protos/platform/v1/erasure.proto

import type { ErasedCount as _platform_v1_ErasedCount, ErasedCount__Output as _platform_v1_ErasedCount__Output } from '../../platform/v1/ErasedCount.ts';

export interface EraseRecordsResponse {
  'isDone'?: (boolean);
  'counts'?: (_platform_v1_ErasedCount)[];
}

export interface EraseRecordsResponse__Output {
  'isDone': (boolean);
  'counts': (_platform_v1_ErasedCount__Output)[];
}
