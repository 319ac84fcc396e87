// Original file: ../../protos/ledger/v1/periods.proto

import type { OpenItemsOf as _ledger_v1_OpenItemsOf, OpenItemsOf__Output as _ledger_v1_OpenItemsOf__Output } from '../../ledger/v1/OpenItemsOf.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListOpenItemsRequest {
  'clientAccountId'?: (number | string | Long);
  'asOfDate'?: (string);
  'of'?: (_ledger_v1_OpenItemsOf)[];
}

export interface ListOpenItemsRequest__Output {
  'clientAccountId': (number);
  'asOfDate': (string);
  'of': (_ledger_v1_OpenItemsOf__Output)[];
}
