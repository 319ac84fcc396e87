import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { EraseRecordsRequest as _platform_v1_EraseRecordsRequest, EraseRecordsRequest__Output as _platform_v1_EraseRecordsRequest__Output } from './platform/v1/EraseRecordsRequest.ts';
import type { EraseRecordsResponse as _platform_v1_EraseRecordsResponse, EraseRecordsResponse__Output as _platform_v1_EraseRecordsResponse__Output } from './platform/v1/EraseRecordsResponse.ts';
import type { ErasedCount as _platform_v1_ErasedCount, ErasedCount__Output as _platform_v1_ErasedCount__Output } from './platform/v1/ErasedCount.ts';
import type { ErasureClient as _platform_v1_ErasureClient, ErasureDefinition as _platform_v1_ErasureDefinition } from './platform/v1/Erasure.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    v1: {
      EraseRecordsRequest: MessageTypeDefinition<_platform_v1_EraseRecordsRequest, _platform_v1_EraseRecordsRequest__Output>
      EraseRecordsResponse: MessageTypeDefinition<_platform_v1_EraseRecordsResponse, _platform_v1_EraseRecordsResponse__Output>
      ErasedCount: MessageTypeDefinition<_platform_v1_ErasedCount, _platform_v1_ErasedCount__Output>
      Erasure: SubtypeConstructor<typeof grpc.Client, _platform_v1_ErasureClient> & { service: _platform_v1_ErasureDefinition }
    }
  }
}

