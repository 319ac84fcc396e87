// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface PartnerBalance {
  'businessPartnerId'?: (number | string | Long);
  'accountCode'?: (string);
  'balance'?: (string);
}

export interface PartnerBalance__Output {
  'businessPartnerId': (number);
  'accountCode': (string);
  'balance': (string);
}
