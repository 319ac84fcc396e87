// Original file: ../../protos/documents/v1/reconciliation_lines.proto

import type { ReconciliationLine as _documents_v1_ReconciliationLine, ReconciliationLine__Output as _documents_v1_ReconciliationLine__Output } from '../../documents/v1/ReconciliationLine.ts';

export interface HoldReconciliationLinesResponse {
  'lines'?: (_documents_v1_ReconciliationLine)[];
}

export interface HoldReconciliationLinesResponse__Output {
  'lines': (_documents_v1_ReconciliationLine__Output)[];
}
