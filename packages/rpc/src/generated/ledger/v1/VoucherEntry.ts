// Original file: ../../protos/ledger/v1/ledger.proto

import type { VoucherEntryLine as _ledger_v1_VoucherEntryLine, VoucherEntryLine__Output as _ledger_v1_VoucherEntryLine__Output } from '../../ledger/v1/VoucherEntryLine.ts';
import type { Long } from '@grpc/proto-loader';

export interface VoucherEntry {
  'id'?: (number | string | Long);
  'voucherId'?: (number | string | Long);
  'sequenceNumber'?: (number | string | Long);
  'postingDate'?: (string);
  'description'?: (string);
  'isDraft'?: (boolean);
  'isCancelled'?: (boolean);
  'lines'?: (_ledger_v1_VoucherEntryLine)[];
  '_sequenceNumber'?: "sequenceNumber";
}

export interface VoucherEntry__Output {
  'id': (number);
  'voucherId': (number);
  'sequenceNumber'?: (number);
  'postingDate': (string);
  'description': (string);
  'isDraft': (boolean);
  'isCancelled': (boolean);
  'lines': (_ledger_v1_VoucherEntryLine__Output)[];
  '_sequenceNumber'?: "sequenceNumber";
}
