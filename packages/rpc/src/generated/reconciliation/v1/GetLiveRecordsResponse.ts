// Original file: ../../protos/reconciliation/v1/records.proto

import type { LiveRecord as _reconciliation_v1_LiveRecord, LiveRecord__Output as _reconciliation_v1_LiveRecord__Output } from '../../reconciliation/v1/LiveRecord.ts';

export interface GetLiveRecordsResponse {
  'records'?: (_reconciliation_v1_LiveRecord)[];
}

export interface GetLiveRecordsResponse__Output {
  'records': (_reconciliation_v1_LiveRecord__Output)[];
}
