// Original file: ../../protos/organisation/v1/organisation.proto

import type { NewOrganization as _organisation_v1_NewOrganization, NewOrganization__Output as _organisation_v1_NewOrganization__Output } from '../../organisation/v1/NewOrganization.ts';

export interface StoreOrganizationsRequest {
  'organizations'?: (_organisation_v1_NewOrganization)[];
}

export interface StoreOrganizationsRequest__Output {
  'organizations': (_organisation_v1_NewOrganization__Output)[];
}
