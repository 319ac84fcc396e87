// Original file: ../../protos/reconciliation/v1/matching.proto

import type { Long } from '@grpc/proto-loader';

export interface VoucherMatch {
  'bankTransactionId'?: (number | string | Long);
  'documentId'?: (number | string | Long);
  'amount'?: (string);
  'bookingDate'?: (string);
  'note'?: (string);
}

export interface VoucherMatch__Output {
  'bankTransactionId': (number);
  'documentId': (number);
  'amount': (string);
  'bookingDate': (string);
  'note': (string);
}
