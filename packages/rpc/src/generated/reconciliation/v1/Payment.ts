// Original file: ../../protos/reconciliation/v1/payments.proto

import type { Long } from '@grpc/proto-loader';

export interface Payment {
  'id'?: (number | string | Long);
  'documentId'?: (number | string | Long);
  'content'?: (string);
}

export interface Payment__Output {
  'id': (number);
  'documentId': (number);
  'content': (string);
}
