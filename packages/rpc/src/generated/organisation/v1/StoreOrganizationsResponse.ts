// Original file: ../../protos/organisation/v1/organisation.proto

import type { StoredOrganization as _organisation_v1_StoredOrganization, StoredOrganization__Output as _organisation_v1_StoredOrganization__Output } from '../../organisation/v1/StoredOrganization.ts';

export interface StoreOrganizationsResponse {
  'organizations'?: (_organisation_v1_StoredOrganization)[];
}

export interface StoreOrganizationsResponse__Output {
  'organizations': (_organisation_v1_StoredOrganization__Output)[];
}
