// Original file: ../../protos/reconciliation/v1/records.proto

import type { RecordStanding as _reconciliation_v1_RecordStanding, RecordStanding__Output as _reconciliation_v1_RecordStanding__Output } from '../../reconciliation/v1/RecordStanding.ts';
import type { Long } from '@grpc/proto-loader';

export interface LiveRecord {
  'id'?: (number | string | Long);
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'relationLineId'?: (number | string | Long);
  'isPending'?: (boolean);
  'standing'?: (_reconciliation_v1_RecordStanding);
  '_relationLineId'?: "relationLineId";
  '_standing'?: "standing";
}

export interface LiveRecord__Output {
  'id': (number);
  'relationType': (string);
  'relationId': (number);
  'relationLineId'?: (number);
  'isPending': (boolean);
  'standing'?: (_reconciliation_v1_RecordStanding__Output);
  '_relationLineId'?: "relationLineId";
  '_standing'?: "standing";
}
