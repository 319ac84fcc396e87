// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface GetCompanyRequest {
  'clientAccountId'?: (number | string | Long);
  'includesLogo'?: (boolean);
}

export interface GetCompanyRequest__Output {
  'clientAccountId': (number);
  'includesLogo': (boolean);
}
