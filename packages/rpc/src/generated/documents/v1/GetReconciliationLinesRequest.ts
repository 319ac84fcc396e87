// Original file: ../../protos/documents/v1/reconciliation_lines.proto

import type { ReconciliationLineKey as _documents_v1_ReconciliationLineKey, ReconciliationLineKey__Output as _documents_v1_ReconciliationLineKey__Output } from '../../documents/v1/ReconciliationLineKey.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetReconciliationLinesRequest {
  'clientAccountId'?: (number | string | Long);
  'lines'?: (_documents_v1_ReconciliationLineKey)[];
}

export interface GetReconciliationLinesRequest__Output {
  'clientAccountId': (number);
  'lines': (_documents_v1_ReconciliationLineKey__Output)[];
}
