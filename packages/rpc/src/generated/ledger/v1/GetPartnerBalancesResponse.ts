// Original file: ../../protos/ledger/v1/ledger.proto

import type { PartnerBalance as _ledger_v1_PartnerBalance, PartnerBalance__Output as _ledger_v1_PartnerBalance__Output } from '../../ledger/v1/PartnerBalance.ts';

export interface GetPartnerBalancesResponse {
  'balances'?: (_ledger_v1_PartnerBalance)[];
}

export interface GetPartnerBalancesResponse__Output {
  'balances': (_ledger_v1_PartnerBalance__Output)[];
}
