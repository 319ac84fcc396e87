// Original file: ../../protos/ledger/v1/ledger.proto

import type { DescribedLine as _ledger_v1_DescribedLine, DescribedLine__Output as _ledger_v1_DescribedLine__Output } from '../../ledger/v1/DescribedLine.ts';

export interface DescribeLinesResponse {
  'lines'?: (_ledger_v1_DescribedLine)[];
}

export interface DescribeLinesResponse__Output {
  'lines': (_ledger_v1_DescribedLine__Output)[];
}
