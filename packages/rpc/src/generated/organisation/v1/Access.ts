// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface Access {
  'clientAccountId'?: (number | string | Long);
  'role'?: (string);
  'directRole'?: (string);
  'isActive'?: (boolean);
  '_role'?: "role";
  '_directRole'?: "directRole";
}

export interface Access__Output {
  'clientAccountId': (number);
  'role'?: (string);
  'directRole'?: (string);
  'isActive': (boolean);
  '_role'?: "role";
  '_directRole'?: "directRole";
}
