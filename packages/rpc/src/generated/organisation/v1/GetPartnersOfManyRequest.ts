// Original file: ../../protos/organisation/v1/partners.proto

import type { GetPartnersRequest as _organisation_v1_GetPartnersRequest, GetPartnersRequest__Output as _organisation_v1_GetPartnersRequest__Output } from '../../organisation/v1/GetPartnersRequest.ts';

export interface GetPartnersOfManyRequest {
  'questions'?: (_organisation_v1_GetPartnersRequest)[];
}

export interface GetPartnersOfManyRequest__Output {
  'questions': (_organisation_v1_GetPartnersRequest__Output)[];
}
