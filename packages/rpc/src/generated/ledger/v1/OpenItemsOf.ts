// Original file: ../../protos/ledger/v1/periods.proto

import type { Long } from '@grpc/proto-loader';

export interface OpenItemsOf {
  'accountId'?: (number | string | Long);
  'businessPartnerId'?: (number | string | Long);
}

export interface OpenItemsOf__Output {
  'accountId': (number);
  'businessPartnerId': (number);
}
