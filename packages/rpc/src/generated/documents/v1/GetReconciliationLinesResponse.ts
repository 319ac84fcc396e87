// Original file: ../../protos/documents/v1/reconciliation_lines.proto

import type { ReconciliationLine as _documents_v1_ReconciliationLine, ReconciliationLine__Output as _documents_v1_ReconciliationLine__Output } from '../../documents/v1/ReconciliationLine.ts';

export interface GetReconciliationLinesResponse {
  'lines'?: (_documents_v1_ReconciliationLine)[];
}

export interface GetReconciliationLinesResponse__Output {
  'lines': (_documents_v1_ReconciliationLine__Output)[];
}
