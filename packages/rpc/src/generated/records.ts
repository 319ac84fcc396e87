import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { CountRecordsRequest as _platform_v1_CountRecordsRequest, CountRecordsRequest__Output as _platform_v1_CountRecordsRequest__Output } from './platform/v1/CountRecordsRequest.ts';
import type { CountRecordsResponse as _platform_v1_CountRecordsResponse, CountRecordsResponse__Output as _platform_v1_CountRecordsResponse__Output } from './platform/v1/CountRecordsResponse.ts';
import type { RecordCount as _platform_v1_RecordCount, RecordCount__Output as _platform_v1_RecordCount__Output } from './platform/v1/RecordCount.ts';
import type { RecordsClient as _platform_v1_RecordsClient, RecordsDefinition as _platform_v1_RecordsDefinition } from './platform/v1/Records.ts';
import type { GetLiveRecordsRequest as _reconciliation_v1_GetLiveRecordsRequest, GetLiveRecordsRequest__Output as _reconciliation_v1_GetLiveRecordsRequest__Output } from './reconciliation/v1/GetLiveRecordsRequest.ts';
import type { GetLiveRecordsResponse as _reconciliation_v1_GetLiveRecordsResponse, GetLiveRecordsResponse__Output as _reconciliation_v1_GetLiveRecordsResponse__Output } from './reconciliation/v1/GetLiveRecordsResponse.ts';
import type { LiveRecord as _reconciliation_v1_LiveRecord, LiveRecord__Output as _reconciliation_v1_LiveRecord__Output } from './reconciliation/v1/LiveRecord.ts';
import type { OutsideSubject as _reconciliation_v1_OutsideSubject, OutsideSubject__Output as _reconciliation_v1_OutsideSubject__Output } from './reconciliation/v1/OutsideSubject.ts';
import type { ReconciliationsClient as _reconciliation_v1_ReconciliationsClient, ReconciliationsDefinition as _reconciliation_v1_ReconciliationsDefinition } from './reconciliation/v1/Reconciliations.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    v1: {
      CountRecordsRequest: MessageTypeDefinition<_platform_v1_CountRecordsRequest, _platform_v1_CountRecordsRequest__Output>
      CountRecordsResponse: MessageTypeDefinition<_platform_v1_CountRecordsResponse, _platform_v1_CountRecordsResponse__Output>
      RecordCount: MessageTypeDefinition<_platform_v1_RecordCount, _platform_v1_RecordCount__Output>
      Records: SubtypeConstructor<typeof grpc.Client, _platform_v1_RecordsClient> & { service: _platform_v1_RecordsDefinition }
    }
  }
  reconciliation: {
    v1: {
      GetLiveRecordsRequest: MessageTypeDefinition<_reconciliation_v1_GetLiveRecordsRequest, _reconciliation_v1_GetLiveRecordsRequest__Output>
      GetLiveRecordsResponse: MessageTypeDefinition<_reconciliation_v1_GetLiveRecordsResponse, _reconciliation_v1_GetLiveRecordsResponse__Output>
      LiveRecord: MessageTypeDefinition<_reconciliation_v1_LiveRecord, _reconciliation_v1_LiveRecord__Output>
      OutsideSubject: MessageTypeDefinition<_reconciliation_v1_OutsideSubject, _reconciliation_v1_OutsideSubject__Output>
      Reconciliations: SubtypeConstructor<typeof grpc.Client, _reconciliation_v1_ReconciliationsClient> & { service: _reconciliation_v1_ReconciliationsDefinition }
      RecordStanding: EnumTypeDefinition
    }
  }
}

