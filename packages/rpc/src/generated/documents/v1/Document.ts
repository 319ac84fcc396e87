// Original file: ../../protos/documents/v1/documents.proto

import type { Long } from '@grpc/proto-loader';

export interface Document {
  'id'?: (number | string | Long);
  'documentType'?: (string);
  'documentNumber'?: (string);
  'businessPartnerId'?: (number | string | Long);
  'status'?: (string);
  'isBusy'?: (boolean);
  'currencyCode'?: (string);
  'exchangeRate'?: (string);
  'totalAmount'?: (string);
  'paidAmount'?: (string);
  'openAmount'?: (string);
  'documentDate'?: (string);
  'dueDate'?: (string);
  'paymentRef'?: (string);
  'journalEntryId'?: (number | string | Long);
  'openLineId'?: (number | string | Long);
  'openLineSign'?: (number);
  'paymentStatus'?: (string);
  'isPayable'?: (boolean);
  'version'?: (number | string | Long);
  '_documentNumber'?: "documentNumber";
  '_businessPartnerId'?: "businessPartnerId";
  '_exchangeRate'?: "exchangeRate";
  '_documentDate'?: "documentDate";
  '_dueDate'?: "dueDate";
  '_paymentRef'?: "paymentRef";
  '_journalEntryId'?: "journalEntryId";
  '_openLineId'?: "openLineId";
  '_openLineSign'?: "openLineSign";
}

export interface Document__Output {
  'id': (number);
  'documentType': (string);
  'documentNumber'?: (string);
  'businessPartnerId'?: (number);
  'status': (string);
  'isBusy': (boolean);
  'currencyCode': (string);
  'exchangeRate'?: (string);
  'totalAmount': (string);
  'paidAmount': (string);
  'openAmount': (string);
  'documentDate'?: (string);
  'dueDate'?: (string);
  'paymentRef'?: (string);
  'journalEntryId'?: (number);
  'openLineId'?: (number);
  'openLineSign'?: (number);
  'paymentStatus': (string);
  'isPayable': (boolean);
  'version': (number);
  '_documentNumber'?: "documentNumber";
  '_businessPartnerId'?: "businessPartnerId";
  '_exchangeRate'?: "exchangeRate";
  '_documentDate'?: "documentDate";
  '_dueDate'?: "dueDate";
  '_paymentRef'?: "paymentRef";
  '_journalEntryId'?: "journalEntryId";
  '_openLineId'?: "openLineId";
  '_openLineSign'?: "openLineSign";
}
