// Original file: ../../protos/platform/v1/changes.proto

import type { Change as _platform_v1_Change, Change__Output as _platform_v1_Change__Output } from '../../platform/v1/Change.ts';

export interface GetChangesResponse {
  'now'?: (string);
  'isReset'?: (boolean);
  'changes'?: (_platform_v1_Change)[];
  'hasMore'?: (boolean);
}

export interface GetChangesResponse__Output {
  'now': (string);
  'isReset': (boolean);
  'changes': (_platform_v1_Change__Output)[];
  'hasMore': (boolean);
}
