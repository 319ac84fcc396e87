// Original file: ../../protos/ledger/v1/ledger.proto

import type { PostingLine as _ledger_v1_PostingLine, PostingLine__Output as _ledger_v1_PostingLine__Output } from '../../ledger/v1/PostingLine.ts';
import type { Long } from '@grpc/proto-loader';

export interface ExchangeDifference {
  'userId'?: (number | string | Long);
  'description'?: (string);
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'line'?: (_ledger_v1_PostingLine | null);
  'resultLine'?: (_ledger_v1_PostingLine | null);
  'reconciliationEntryId'?: (number | string | Long);
}

export interface ExchangeDifference__Output {
  'userId': (number);
  'description': (string);
  'relationType': (string);
  'relationId': (number);
  'line': (_ledger_v1_PostingLine__Output | null);
  'resultLine': (_ledger_v1_PostingLine__Output | null);
  'reconciliationEntryId': (number);
}
