// Original file: ../../protos/ledger/v1/ledger.proto

import type { OpenLineCursor as _ledger_v1_OpenLineCursor, OpenLineCursor__Output as _ledger_v1_OpenLineCursor__Output } from '../../ledger/v1/OpenLineCursor.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListOpenLinesRequest {
  'clientAccountId'?: (number | string | Long);
  'after'?: (_ledger_v1_OpenLineCursor | null);
  '_after'?: "after";
}

export interface ListOpenLinesRequest__Output {
  'clientAccountId': (number);
  'after'?: (_ledger_v1_OpenLineCursor__Output | null);
  '_after'?: "after";
}
