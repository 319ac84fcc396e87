// Original file: ../../protos/reconciliation/v1/records.proto

import type { Long } from '@grpc/proto-loader';

export interface OutsideSubject {
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'relationLineId'?: (number | string | Long);
  '_relationLineId'?: "relationLineId";
}

export interface OutsideSubject__Output {
  'relationType': (string);
  'relationId': (number);
  'relationLineId'?: (number);
  '_relationLineId'?: "relationLineId";
}
