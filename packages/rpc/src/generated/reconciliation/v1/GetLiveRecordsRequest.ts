// Original file: ../../protos/reconciliation/v1/records.proto

import type { OutsideSubject as _reconciliation_v1_OutsideSubject, OutsideSubject__Output as _reconciliation_v1_OutsideSubject__Output } from '../../reconciliation/v1/OutsideSubject.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetLiveRecordsRequest {
  'clientAccountId'?: (number | string | Long);
  'subjects'?: (_reconciliation_v1_OutsideSubject)[];
  'includesStanding'?: (boolean);
}

export interface GetLiveRecordsRequest__Output {
  'clientAccountId': (number);
  'subjects': (_reconciliation_v1_OutsideSubject__Output)[];
  'includesStanding': (boolean);
}
