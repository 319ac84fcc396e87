// Original file: ../../protos/organisation/v1/partners.proto

import type { Long } from '@grpc/proto-loader';

export interface GetPartnersRequest {
  'clientAccountId'?: (number | string | Long);
  'ids'?: (number | string | Long)[];
}

export interface GetPartnersRequest__Output {
  'clientAccountId': (number);
  'ids': (number)[];
}
