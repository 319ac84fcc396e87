// Original file: ../../protos/organisation/v1/organisation.proto

import type { Account as _organisation_v1_Account, Account__Output as _organisation_v1_Account__Output } from '../../organisation/v1/Account.ts';

export interface ListAccountsResponse {
  'accounts'?: (_organisation_v1_Account)[];
}

export interface ListAccountsResponse__Output {
  'accounts': (_organisation_v1_Account__Output)[];
}
