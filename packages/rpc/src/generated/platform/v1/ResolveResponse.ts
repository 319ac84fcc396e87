// Original file: ../../protos/platform/v1/references.proto

import type { Reference as _platform_v1_Reference, Reference__Output as _platform_v1_Reference__Output } from '../../platform/v1/Reference.ts';

export interface ResolveResponse {
  'references'?: (_platform_v1_Reference)[];
}

export interface ResolveResponse__Output {
  'references': (_platform_v1_Reference__Output)[];
}
