import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Reference as _platform_v1_Reference, Reference__Output as _platform_v1_Reference__Output } from './platform/v1/Reference.ts';
import type { ReferencesClient as _platform_v1_ReferencesClient, ReferencesDefinition as _platform_v1_ReferencesDefinition } from './platform/v1/References.ts';
import type { ResolveRequest as _platform_v1_ResolveRequest, ResolveRequest__Output as _platform_v1_ResolveRequest__Output } from './platform/v1/ResolveRequest.ts';
import type { ResolveResponse as _platform_v1_ResolveResponse, ResolveResponse__Output as _platform_v1_ResolveResponse__Output } from './platform/v1/ResolveResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    v1: {
      Reference: MessageTypeDefinition<_platform_v1_Reference, _platform_v1_Reference__Output>
      References: SubtypeConstructor<typeof grpc.Client, _platform_v1_ReferencesClient> & { service: _platform_v1_ReferencesDefinition }
      ResolveRequest: MessageTypeDefinition<_platform_v1_ResolveRequest, _platform_v1_ResolveRequest__Output>
      ResolveResponse: MessageTypeDefinition<_platform_v1_ResolveResponse, _platform_v1_ResolveResponse__Output>
    }
  }
}

