// Original file: ../../protos/reconciliation/v1/matching.proto

import type { VoucherMatch as _reconciliation_v1_VoucherMatch, VoucherMatch__Output as _reconciliation_v1_VoucherMatch__Output } from '../../reconciliation/v1/VoucherMatch.ts';

export interface MatchVoucherResponse {
  'matches'?: (_reconciliation_v1_VoucherMatch)[];
}

export interface MatchVoucherResponse__Output {
  'matches': (_reconciliation_v1_VoucherMatch__Output)[];
}
