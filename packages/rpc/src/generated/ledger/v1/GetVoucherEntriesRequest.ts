// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface GetVoucherEntriesRequest {
  'clientAccountId'?: (number | string | Long);
  'voucherIds'?: (number | string | Long)[];
  'includesCancelled'?: (boolean);
  'includesLines'?: (boolean);
}

export interface GetVoucherEntriesRequest__Output {
  'clientAccountId': (number);
  'voucherIds': (number)[];
  'includesCancelled': (boolean);
  'includesLines': (boolean);
}
