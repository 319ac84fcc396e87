// Original file: ../../protos/ledger/v1/ledger.proto

import type { RecordReference as _ledger_v1_RecordReference, RecordReference__Output as _ledger_v1_RecordReference__Output } from '../../ledger/v1/RecordReference.ts';
import type { Long } from '@grpc/proto-loader';

export interface DescribeBooksRequest {
  'clientAccountId'?: (number | string | Long);
  'date'?: (string);
  'accountCodes'?: (string)[];
  'accountIds'?: (number | string | Long)[];
  'references'?: (_ledger_v1_RecordReference)[];
}

export interface DescribeBooksRequest__Output {
  'clientAccountId': (number);
  'date': (string);
  'accountCodes': (string)[];
  'accountIds': (number)[];
  'references': (_ledger_v1_RecordReference__Output)[];
}
