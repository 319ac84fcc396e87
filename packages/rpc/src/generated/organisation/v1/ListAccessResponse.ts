// Original file: ../../protos/organisation/v1/organisation.proto

import type { Access as _organisation_v1_Access, Access__Output as _organisation_v1_Access__Output } from '../../organisation/v1/Access.ts';

export interface ListAccessResponse {
  'access'?: (_organisation_v1_Access)[];
}

export interface ListAccessResponse__Output {
  'access': (_organisation_v1_Access__Output)[];
}
