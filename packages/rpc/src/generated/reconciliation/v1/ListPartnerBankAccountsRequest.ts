// Original file: ../../protos/reconciliation/v1/bank_accounts.proto

import type { Long } from '@grpc/proto-loader';

export interface ListPartnerBankAccountsRequest {
  'clientAccountId'?: (number | string | Long);
  'businessPartnerIds'?: (number | string | Long)[];
}

export interface ListPartnerBankAccountsRequest__Output {
  'clientAccountId': (number);
  'businessPartnerIds': (number)[];
}
