// Original file: ../../protos/organisation/v1/organisation.proto

import type { Account as _organisation_v1_Account, Account__Output as _organisation_v1_Account__Output } from '../../organisation/v1/Account.ts';

export interface GetAccountResponse {
  'account'?: (_organisation_v1_Account | null);
}

export interface GetAccountResponse__Output {
  'account': (_organisation_v1_Account__Output | null);
}
