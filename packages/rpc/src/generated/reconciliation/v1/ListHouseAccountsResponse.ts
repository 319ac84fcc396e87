// Original file: ../../protos/reconciliation/v1/bank_accounts.proto

import type { HouseAccount as _reconciliation_v1_HouseAccount, HouseAccount__Output as _reconciliation_v1_HouseAccount__Output } from '../../reconciliation/v1/HouseAccount.ts';

export interface ListHouseAccountsResponse {
  'houseAccounts'?: (_reconciliation_v1_HouseAccount)[];
}

export interface ListHouseAccountsResponse__Output {
  'houseAccounts': (_reconciliation_v1_HouseAccount__Output)[];
}
