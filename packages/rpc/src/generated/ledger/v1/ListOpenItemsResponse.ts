// Original file: ../../protos/ledger/v1/periods.proto

import type { OpenItem as _ledger_v1_OpenItem, OpenItem__Output as _ledger_v1_OpenItem__Output } from '../../ledger/v1/OpenItem.ts';

export interface ListOpenItemsResponse {
  'items'?: (_ledger_v1_OpenItem)[];
  'isCutOff'?: (boolean);
}

export interface ListOpenItemsResponse__Output {
  'items': (_ledger_v1_OpenItem__Output)[];
  'isCutOff': (boolean);
}
