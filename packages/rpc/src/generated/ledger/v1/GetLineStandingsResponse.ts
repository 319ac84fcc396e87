// Original file: ../../protos/ledger/v1/ledger.proto

import type { LineStanding as _ledger_v1_LineStanding, LineStanding__Output as _ledger_v1_LineStanding__Output } from '../../ledger/v1/LineStanding.ts';

export interface GetLineStandingsResponse {
  'lines'?: (_ledger_v1_LineStanding)[];
}

export interface GetLineStandingsResponse__Output {
  'lines': (_ledger_v1_LineStanding__Output)[];
}
