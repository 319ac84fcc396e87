// Original file: ../../protos/ledger/v1/ledger.proto

import type { RecordReference as _ledger_v1_RecordReference, RecordReference__Output as _ledger_v1_RecordReference__Output } from '../../ledger/v1/RecordReference.ts';
import type { Long } from '@grpc/proto-loader';

export interface DescribedLine {
  'id'?: (number | string | Long);
  'journalEntryId'?: (number | string | Long);
  'accountId'?: (number | string | Long);
  'accountCode'?: (string);
  'postingDate'?: (string);
  'description'?: (string);
  'currencyCode'?: (string);
  'exchangeRate'?: (string);
  'accountingCurrency'?: (string);
  'debit'?: (string);
  'credit'?: (string);
  'debitFc'?: (string);
  'creditFc'?: (string);
  'dimensions'?: (_ledger_v1_RecordReference)[];
  'isDraft'?: (boolean);
  'isCancelled'?: (boolean);
  'isReversal'?: (boolean);
  'internalRemainingAmount'?: (string);
  'internalRemainingAmountFc'?: (string);
  'externalRemainingAmount'?: (string);
  'externalRemainingAmountFc'?: (string);
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'relationNumber'?: (string);
  '_relationType'?: "relationType";
  '_relationId'?: "relationId";
  '_relationNumber'?: "relationNumber";
}

export interface DescribedLine__Output {
  'id': (number);
  'journalEntryId': (number);
  'accountId': (number);
  'accountCode': (string);
  'postingDate': (string);
  'description': (string);
  'currencyCode': (string);
  'exchangeRate': (string);
  'accountingCurrency': (string);
  'debit': (string);
  'credit': (string);
  'debitFc': (string);
  'creditFc': (string);
  'dimensions': (_ledger_v1_RecordReference__Output)[];
  'isDraft': (boolean);
  'isCancelled': (boolean);
  'isReversal': (boolean);
  'internalRemainingAmount': (string);
  'internalRemainingAmountFc': (string);
  'externalRemainingAmount': (string);
  'externalRemainingAmountFc': (string);
  'relationType'?: (string);
  'relationId'?: (number);
  'relationNumber'?: (string);
  '_relationType'?: "relationType";
  '_relationId'?: "relationId";
  '_relationNumber'?: "relationNumber";
}
