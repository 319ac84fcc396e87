// Original file: ../../protos/documents/v1/reconciliation_lines.proto

import type { Long } from '@grpc/proto-loader';

export interface ReconciliationLineKey {
  'documentId'?: (number | string | Long);
  'lineId'?: (number | string | Long);
}

export interface ReconciliationLineKey__Output {
  'documentId': (number);
  'lineId': (number);
}
