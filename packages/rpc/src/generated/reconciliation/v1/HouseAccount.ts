// Original file: ../../protos/reconciliation/v1/bank_accounts.proto

import type { Long } from '@grpc/proto-loader';

export interface HouseAccount {
  'id'?: (number | string | Long);
  'type'?: (string);
  'currencyCode'?: (string);
  'iban'?: (string);
  'bban'?: (string);
  'bic'?: (string);
  'bankCountry'?: (string);
  'accountCode'?: (string);
  '_iban'?: "iban";
  '_bban'?: "bban";
  '_bic'?: "bic";
  '_bankCountry'?: "bankCountry";
  '_accountCode'?: "accountCode";
}

export interface HouseAccount__Output {
  'id': (number);
  'type': (string);
  'currencyCode': (string);
  'iban'?: (string);
  'bban'?: (string);
  'bic'?: (string);
  'bankCountry'?: (string);
  'accountCode'?: (string);
  '_iban'?: "iban";
  '_bban'?: "bban";
  '_bic'?: "bic";
  '_bankCountry'?: "bankCountry";
  '_accountCode'?: "accountCode";
}
