// Original file: ../../protos/organisation/v1/partners.proto

import type { Long } from '@grpc/proto-loader';

export interface FindPartnersByOrganizationRequest {
  'clientAccountId'?: (number | string | Long);
  'organizationNumbers'?: (string)[];
}

export interface FindPartnersByOrganizationRequest__Output {
  'clientAccountId': (number);
  'organizationNumbers': (string)[];
}
