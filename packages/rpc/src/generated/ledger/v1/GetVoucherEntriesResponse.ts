// Original file: ../../protos/ledger/v1/ledger.proto

import type { VoucherEntry as _ledger_v1_VoucherEntry, VoucherEntry__Output as _ledger_v1_VoucherEntry__Output } from '../../ledger/v1/VoucherEntry.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetVoucherEntriesResponse {
  'entries'?: (_ledger_v1_VoucherEntry)[];
  'revision'?: (number | string | Long);
}

export interface GetVoucherEntriesResponse__Output {
  'entries': (_ledger_v1_VoucherEntry__Output)[];
  'revision': (number);
}
