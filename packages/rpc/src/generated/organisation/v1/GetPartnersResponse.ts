// Original file: ../../protos/organisation/v1/partners.proto

import type { Partner as _organisation_v1_Partner, Partner__Output as _organisation_v1_Partner__Output } from '../../organisation/v1/Partner.ts';

export interface GetPartnersResponse {
  'partners'?: (_organisation_v1_Partner)[];
}

export interface GetPartnersResponse__Output {
  'partners': (_organisation_v1_Partner__Output)[];
}
