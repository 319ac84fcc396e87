// Original file: ../../protos/ledger/v1/ledger.proto

import type { RecordReference as _ledger_v1_RecordReference, RecordReference__Output as _ledger_v1_RecordReference__Output } from '../../ledger/v1/RecordReference.ts';

export interface PostingLine {
  'postingDate'?: (string);
  'description'?: (string);
  'accountCode'?: (string);
  'debit'?: (string);
  'credit'?: (string);
  'currencyCode'?: (string);
  'amountFc'?: (string);
  'exchangeRate'?: (string);
  'taxCode'?: (string);
  'taxBaseAmount'?: (string);
  'taxBaseAmountFc'?: (string);
  'taxAmount'?: (string);
  'taxAmountFc'?: (string);
  'taxForLine'?: (number);
  'quantity'?: (string);
  'dimensions'?: (_ledger_v1_RecordReference)[];
  'isExchangeDifference'?: (boolean);
  '_currencyCode'?: "currencyCode";
  '_amountFc'?: "amountFc";
  '_exchangeRate'?: "exchangeRate";
  '_taxCode'?: "taxCode";
  '_taxBaseAmount'?: "taxBaseAmount";
  '_taxBaseAmountFc'?: "taxBaseAmountFc";
  '_taxAmount'?: "taxAmount";
  '_taxAmountFc'?: "taxAmountFc";
  '_taxForLine'?: "taxForLine";
  '_quantity'?: "quantity";
  '_isExchangeDifference'?: "isExchangeDifference";
}

export interface PostingLine__Output {
  'postingDate': (string);
  'description': (string);
  'accountCode': (string);
  'debit': (string);
  'credit': (string);
  'currencyCode'?: (string);
  'amountFc'?: (string);
  'exchangeRate'?: (string);
  'taxCode'?: (string);
  'taxBaseAmount'?: (string);
  'taxBaseAmountFc'?: (string);
  'taxAmount'?: (string);
  'taxAmountFc'?: (string);
  'taxForLine'?: (number);
  'quantity'?: (string);
  'dimensions': (_ledger_v1_RecordReference__Output)[];
  'isExchangeDifference'?: (boolean);
  '_currencyCode'?: "currencyCode";
  '_amountFc'?: "amountFc";
  '_exchangeRate'?: "exchangeRate";
  '_taxCode'?: "taxCode";
  '_taxBaseAmount'?: "taxBaseAmount";
  '_taxBaseAmountFc'?: "taxBaseAmountFc";
  '_taxAmount'?: "taxAmount";
  '_taxAmountFc'?: "taxAmountFc";
  '_taxForLine'?: "taxForLine";
  '_quantity'?: "quantity";
  '_isExchangeDifference'?: "isExchangeDifference";
}
