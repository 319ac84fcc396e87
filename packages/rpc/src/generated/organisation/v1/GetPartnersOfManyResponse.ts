// Original file: ../../protos/organisation/v1/partners.proto

import type { GetPartnersResponse as _organisation_v1_GetPartnersResponse, GetPartnersResponse__Output as _organisation_v1_GetPartnersResponse__Output } from '../../organisation/v1/GetPartnersResponse.ts';

export interface GetPartnersOfManyResponse {
  'answers'?: (_organisation_v1_GetPartnersResponse)[];
}

export interface GetPartnersOfManyResponse__Output {
  'answers': (_organisation_v1_GetPartnersResponse__Output)[];
}
