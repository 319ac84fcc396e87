import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CountRecordsRequest as _platform_v1_CountRecordsRequest, CountRecordsRequest__Output as _platform_v1_CountRecordsRequest__Output } from './platform/v1/CountRecordsRequest.ts';
import type { CountRecordsResponse as _platform_v1_CountRecordsResponse, CountRecordsResponse__Output as _platform_v1_CountRecordsResponse__Output } from './platform/v1/CountRecordsResponse.ts';
import type { RecordCount as _platform_v1_RecordCount, RecordCount__Output as _platform_v1_RecordCount__Output } from './platform/v1/RecordCount.ts';
import type { RecordsClient as _platform_v1_RecordsClient, RecordsDefinition as _platform_v1_RecordsDefinition } from './platform/v1/Records.ts';

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
}

