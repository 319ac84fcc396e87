// Original file: ../../protos/organisation/v1/partners.proto

import type { IdentityNumber as _organisation_v1_IdentityNumber, IdentityNumber__Output as _organisation_v1_IdentityNumber__Output } from '../../organisation/v1/IdentityNumber.ts';

export interface GetIdentityNumbersResponse {
  'identityNumbers'?: (_organisation_v1_IdentityNumber)[];
}

export interface GetIdentityNumbersResponse__Output {
  'identityNumbers': (_organisation_v1_IdentityNumber__Output)[];
}
