// Original file: ../../protos/reconciliation/v1/payments.proto

import type { Long } from '@grpc/proto-loader';

export interface PendingAmount {
  'documentId'?: (number | string | Long);
  'amount'?: (string);
  'version'?: (number | string | Long);
}

export interface PendingAmount__Output {
  'documentId': (number);
  'amount': (string);
  'version': (number);
}
