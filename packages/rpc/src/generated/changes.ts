import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Change as _platform_v1_Change, Change__Output as _platform_v1_Change__Output } from './platform/v1/Change.ts';
import type { ChangesClient as _platform_v1_ChangesClient, ChangesDefinition as _platform_v1_ChangesDefinition } from './platform/v1/Changes.ts';
import type { GetChangesRequest as _platform_v1_GetChangesRequest, GetChangesRequest__Output as _platform_v1_GetChangesRequest__Output } from './platform/v1/GetChangesRequest.ts';
import type { GetChangesResponse as _platform_v1_GetChangesResponse, GetChangesResponse__Output as _platform_v1_GetChangesResponse__Output } from './platform/v1/GetChangesResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    v1: {
      Change: MessageTypeDefinition<_platform_v1_Change, _platform_v1_Change__Output>
      Changes: SubtypeConstructor<typeof grpc.Client, _platform_v1_ChangesClient> & { service: _platform_v1_ChangesDefinition }
      GetChangesRequest: MessageTypeDefinition<_platform_v1_GetChangesRequest, _platform_v1_GetChangesRequest__Output>
      GetChangesResponse: MessageTypeDefinition<_platform_v1_GetChangesResponse, _platform_v1_GetChangesResponse__Output>
    }
  }
}

