// Original file: ../../protos/ledger/v1/ledger.proto

import type { Long } from '@grpc/proto-loader';

export interface OpenLine {
  'journalLineId'?: (number | string | Long);
  'journalEntryId'?: (number | string | Long);
  'accountId'?: (number | string | Long);
  'businessPartnerId'?: (number | string | Long);
  'postingDate'?: (string);
  'description'?: (string);
  'entryDescription'?: (string);
  'currencyCode'?: (string);
  'remainingAmount'?: (string);
  'remainingAmountFc'?: (string);
  'relationType'?: (string);
  'relationId'?: (number | string | Long);
  'relationNumber'?: (string);
  'exchangeRate'?: (string);
  '_relationType'?: "relationType";
  '_relationId'?: "relationId";
  '_relationNumber'?: "relationNumber";
}

export interface OpenLine__Output {
  'journalLineId': (number);
  'journalEntryId': (number);
  'accountId': (number);
  'businessPartnerId': (number);
  'postingDate': (string);
  'description': (string);
  'entryDescription': (string);
  'currencyCode': (string);
  'remainingAmount': (string);
  'remainingAmountFc': (string);
  'relationType'?: (string);
  'relationId'?: (number);
  'relationNumber'?: (string);
  'exchangeRate': (string);
  '_relationType'?: "relationType";
  '_relationId'?: "relationId";
  '_relationNumber'?: "relationNumber";
}
