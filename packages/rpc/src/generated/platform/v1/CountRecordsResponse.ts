// Original file: ../../protos/platform/v1/records.proto

import type { RecordCount as _platform_v1_RecordCount, RecordCount__Output as _platform_v1_RecordCount__Output } from '../../platform/v1/RecordCount.ts';

export interface CountRecordsResponse {
  'counts'?: (_platform_v1_RecordCount)[];
}

export interface CountRecordsResponse__Output {
  'counts': (_platform_v1_RecordCount__Output)[];
}
