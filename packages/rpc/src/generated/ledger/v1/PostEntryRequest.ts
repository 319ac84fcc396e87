// Original file: ../../protos/ledger/v1/ledger.proto

import type { PostingLine as _ledger_v1_PostingLine, PostingLine__Output as _ledger_v1_PostingLine__Output } from '../../ledger/v1/PostingLine.ts';
import type { Long } from '@grpc/proto-loader';

export interface PostEntryRequest {
  'clientAccountId'?: (number | string | Long);
  'commandKey'?: (string);
  'userId'?: (number | string | Long);
  'description'?: (string);
  'voucherId'?: (number | string | Long);
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'relationNumber'?: (string);
  'lines'?: (_ledger_v1_PostingLine)[];
  'accountingCurrency'?: (string);
  '_voucherId'?: "voucherId";
  '_relationNumber'?: "relationNumber";
  '_accountingCurrency'?: "accountingCurrency";
}

export interface PostEntryRequest__Output {
  'clientAccountId': (number);
  'commandKey': (string);
  'userId': (number);
  'description': (string);
  'voucherId'?: (number);
  'relationType': (string);
  'relationId': (number);
  'relationNumber'?: (string);
  'lines': (_ledger_v1_PostingLine__Output)[];
  'accountingCurrency'?: (string);
  '_voucherId'?: "voucherId";
  '_relationNumber'?: "relationNumber";
  '_accountingCurrency'?: "accountingCurrency";
}
