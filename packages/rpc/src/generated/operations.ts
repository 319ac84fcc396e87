import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { OperationsClient as _platform_v1_OperationsClient, OperationsDefinition as _platform_v1_OperationsDefinition } from './platform/v1/Operations.ts';
import type { RunJobRequest as _platform_v1_RunJobRequest, RunJobRequest__Output as _platform_v1_RunJobRequest__Output } from './platform/v1/RunJobRequest.ts';
import type { RunJobResponse as _platform_v1_RunJobResponse, RunJobResponse__Output as _platform_v1_RunJobResponse__Output } from './platform/v1/RunJobResponse.ts';
import type { SetClockRequest as _platform_v1_SetClockRequest, SetClockRequest__Output as _platform_v1_SetClockRequest__Output } from './platform/v1/SetClockRequest.ts';
import type { SetClockResponse as _platform_v1_SetClockResponse, SetClockResponse__Output as _platform_v1_SetClockResponse__Output } from './platform/v1/SetClockResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    v1: {
      Operations: SubtypeConstructor<typeof grpc.Client, _platform_v1_OperationsClient> & { service: _platform_v1_OperationsDefinition }
      RunJobRequest: MessageTypeDefinition<_platform_v1_RunJobRequest, _platform_v1_RunJobRequest__Output>
      RunJobResponse: MessageTypeDefinition<_platform_v1_RunJobResponse, _platform_v1_RunJobResponse__Output>
      SetClockRequest: MessageTypeDefinition<_platform_v1_SetClockRequest, _platform_v1_SetClockRequest__Output>
      SetClockResponse: MessageTypeDefinition<_platform_v1_SetClockResponse, _platform_v1_SetClockResponse__Output>
    }
  }
}

