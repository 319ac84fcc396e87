// Original file: ../../protos/reconciliation/v1/bank_accounts.proto

import type { Long } from '@grpc/proto-loader';

export interface BankAccount {
  'id'?: (number | string | Long);
  'createdAt'?: (string);
  'createdById'?: (number | string | Long);
  'updatedAt'?: (string);
  'updatedById'?: (number | string | Long);
  'clientAccountId'?: (number | string | Long);
  'businessPartnerId'?: (number | string | Long);
  'name'?: (string);
  'type'?: (string);
  'bban'?: (string);
  'iban'?: (string);
  'bankCountry'?: (string);
  'bankName'?: (string);
  'bankZip'?: (string);
  'bankCity'?: (string);
  'bic'?: (string);
  'routingNumber'?: (string);
  'currencyCode'?: (string);
  'accountCode'?: (string);
  'isActive'?: (boolean);
  '_createdById'?: "createdById";
  '_updatedById'?: "updatedById";
  '_name'?: "name";
  '_bban'?: "bban";
  '_iban'?: "iban";
  '_bankCountry'?: "bankCountry";
  '_bankName'?: "bankName";
  '_bankZip'?: "bankZip";
  '_bankCity'?: "bankCity";
  '_bic'?: "bic";
  '_routingNumber'?: "routingNumber";
  '_currencyCode'?: "currencyCode";
  '_accountCode'?: "accountCode";
}

export interface BankAccount__Output {
  'id': (number);
  'createdAt': (string);
  'createdById'?: (number);
  'updatedAt': (string);
  'updatedById'?: (number);
  'clientAccountId': (number);
  'businessPartnerId': (number);
  'name'?: (string);
  'type': (string);
  'bban'?: (string);
  'iban'?: (string);
  'bankCountry'?: (string);
  'bankName'?: (string);
  'bankZip'?: (string);
  'bankCity'?: (string);
  'bic'?: (string);
  'routingNumber'?: (string);
  'currencyCode'?: (string);
  'accountCode'?: (string);
  'isActive': (boolean);
  '_createdById'?: "createdById";
  '_updatedById'?: "updatedById";
  '_name'?: "name";
  '_bban'?: "bban";
  '_iban'?: "iban";
  '_bankCountry'?: "bankCountry";
  '_bankName'?: "bankName";
  '_bankZip'?: "bankZip";
  '_bankCity'?: "bankCity";
  '_bic'?: "bic";
  '_routingNumber'?: "routingNumber";
  '_currencyCode'?: "currencyCode";
  '_accountCode'?: "accountCode";
}
