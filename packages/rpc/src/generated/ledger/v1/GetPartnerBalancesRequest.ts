// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface GetPartnerBalancesRequest {
  'clientAccountId'?: (number | string | Long);
  'businessPartnerIds'?: (number | string | Long)[];
  'accountCodes'?: (string)[];
}

export interface GetPartnerBalancesRequest__Output {
  'clientAccountId': (number);
  'businessPartnerIds': (number)[];
  'accountCodes': (string)[];
}
