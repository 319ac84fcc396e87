// Original file: ../../protos/ledger/v1/ledger.proto

import type { OpenLine as _ledger_v1_OpenLine, OpenLine__Output as _ledger_v1_OpenLine__Output } from '../../ledger/v1/OpenLine.ts';
import type { OpenLineCursor as _ledger_v1_OpenLineCursor, OpenLineCursor__Output as _ledger_v1_OpenLineCursor__Output } from '../../ledger/v1/OpenLineCursor.ts';

export interface ListOpenLinesResponse {
  'lines'?: (_ledger_v1_OpenLine)[];
  'next'?: (_ledger_v1_OpenLineCursor | null);
  '_next'?: "next";
}

export interface ListOpenLinesResponse__Output {
  'lines': (_ledger_v1_OpenLine__Output)[];
  'next'?: (_ledger_v1_OpenLineCursor__Output | null);
  '_next'?: "next";
}
