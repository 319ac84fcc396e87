// Original file: ../../protos/organisation/v1/partners.proto

import type { Long } from '@grpc/proto-loader';

export interface GetIdentityNumbersRequest {
  'clientAccountId'?: (number | string | Long);
  'businessPartnerIds'?: (number | string | Long)[];
}

export interface GetIdentityNumbersRequest__Output {
  'clientAccountId': (number);
  'businessPartnerIds': (number)[];
}
