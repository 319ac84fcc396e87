// Original file: ../../protos/reconciliation/v1/records.proto

export const RecordStanding = {
  RECORD_STANDING_UNSPECIFIED: 'RECORD_STANDING_UNSPECIFIED',
  RECORD_STANDING_RECONCILED: 'RECORD_STANDING_RECONCILED',
  RECORD_STANDING_EXPLAINED: 'RECORD_STANDING_EXPLAINED',
  RECORD_STANDING_DRIFTED: 'RECORD_STANDING_DRIFTED',
} as const;

export type RecordStanding =
  | 'RECORD_STANDING_UNSPECIFIED'
  | 0
  | 'RECORD_STANDING_RECONCILED'
  | 1
  | 'RECORD_STANDING_EXPLAINED'
  | 2
  | 'RECORD_STANDING_DRIFTED'
  | 3

export type RecordStanding__Output = typeof RecordStanding[keyof typeof RecordStanding]
