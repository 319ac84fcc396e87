// Original file: ../../protos/organisation/v1/organisation.proto

import type { Membership as _organisation_v1_Membership, Membership__Output as _organisation_v1_Membership__Output } from '../../organisation/v1/Membership.ts';
import type { ContractSummary as _organisation_v1_ContractSummary, ContractSummary__Output as _organisation_v1_ContractSummary__Output } from '../../organisation/v1/ContractSummary.ts';

export interface GetUserMembershipsResponse {
  'accounts'?: (_organisation_v1_Membership)[];
  'contracts'?: (_organisation_v1_ContractSummary)[];
}

export interface GetUserMembershipsResponse__Output {
  'accounts': (_organisation_v1_Membership__Output)[];
  'contracts': (_organisation_v1_ContractSummary__Output)[];
}
